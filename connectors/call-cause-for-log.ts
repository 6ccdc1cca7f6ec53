import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * How the last exchange of a call to an external system ended, in a few words for the log: `401 to GET /loans/12`,
 * `ECONNREFUSED`. Never a body, a header or a message of the other system: they may quote what was sent.
 */
interface Noted {
  cause: string | undefined;
}

const calls = new AsyncLocalStorage<Noted>();

/** Runs a call; causes noted while it runs belong to this call only. */
export function notingCause<T>(call: () => Promise<T>): Promise<T> {
  return calls.run({ cause: undefined }, call);
}

/** Notes how an exchange of the running call ended; does nothing outside of a call. */
export function noteCause(cause: string): void {
  const noted = calls.getStore();
  if (noted !== undefined) noted.cause = cause;
}

/** How the last exchange of the running call ended. */
export function notedCause(): string | undefined {
  return calls.getStore()?.cause;
}
