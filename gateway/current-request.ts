import { AsyncLocalStorage } from 'node:async_hooks';
import type { GraphCaller } from './operation-runner-interface.js';

/** The request being answered, for callbacks that do not receive it: formatting an error. */
export const currentRequest = new AsyncLocalStorage<GraphCaller>();
