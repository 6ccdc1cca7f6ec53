import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What the last exchange of a call with a system outside came to, in a few words for the log: `401 to GET /loans/12`, `ECONNREFUSED`.
 * Never a body, a header or a message of the other side: they may quote what was sent.
 */
interface Noted {
  cause: string | undefined;
}

const calls = new AsyncLocalStorage<Noted>();

/** Runs a call; what is noted during it is its own. */
export function notingCause<T>(call: () => Promise<T>): Promise<T> {
  return calls.run({ cause: undefined }, call);
}

/** Notes how an exchange of the call that is running ended; outside of a call nothing. */
export function noteCause(cause: string): void {
  const noted = calls.getStore();
  if (noted !== undefined) noted.cause = cause;
}

/** How the last exchange of the call that is running ended. */
export function notedCause(): string | undefined {
  return calls.getStore()?.cause;
}
