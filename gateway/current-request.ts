import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from './operation-runner-interface.js';

/** The request being answered, for callbacks of Apollo Server that do not receive it: formatting an error. */
export const currentRequest = new AsyncLocalStorage<Caller>();
