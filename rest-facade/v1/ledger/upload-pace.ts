/** How long a client may send nothing while it is listened to. */
export const STALL_MS = 30_000;
/** What a client sends at least, of the time that is spent waiting for it; the first half minute is free. */
const LEAST_BYTES_PER_SECOND = 1_024;
/** A file arrives within. */
const WITHIN_MS = 3_600_000;

/** How far a file has come. */
export interface Arrival {
  readonly bytes: number;
  /** Spent waiting for the client, and not for whoever takes the file. */
  readonly waitedMs: number;
  readonly sinceBeginMs: number;
}

/** Whether a file arrives as slowly as nobody sends one who wants to have it here. */
export function isTooSlow({ bytes, waitedMs, sinceBeginMs }: Arrival): boolean {
  return bytes < ((waitedMs - STALL_MS) / 1_000) * LEAST_BYTES_PER_SECOND || sinceBeginMs > WITHIN_MS;
}
