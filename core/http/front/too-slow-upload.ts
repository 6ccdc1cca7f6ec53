/** How long a client may send nothing while the server reads. */
export const STALL_MS = 30_000;
/** Lowest average rate over the time spent waiting for the client; the first half minute is free. */
const LEAST_BYTES_PER_SECOND = 1_024;
/** Most time for a whole file. */
const WITHIN_MS = 3_600_000;

/** Progress of an upload. */
export interface UploadProgress {
  readonly bytes: number;
  /** Time spent waiting for the client, without the time spent storing the file. */
  readonly waitedMs: number;
  readonly sinceBeginMs: number;
}

/** Whether a file arrives too slowly for an honest client. */
export function isTooSlow({ bytes, waitedMs, sinceBeginMs }: UploadProgress): boolean {
  return bytes < ((waitedMs - STALL_MS) / 1_000) * LEAST_BYTES_PER_SECOND || sinceBeginMs > WITHIN_MS;
}
