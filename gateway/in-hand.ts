import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from './operation.js';

/** Whose request is being answered, for what Apollo Server asks of us without saying in which: how an error is shown. */
export const inHand = new AsyncLocalStorage<Caller>();
