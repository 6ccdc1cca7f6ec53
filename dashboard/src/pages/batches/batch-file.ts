import { GraphProblem } from '../../graph/problem';

/** The largest file that fits a request of the dashboard; larger ones are sent over the API. */
export const MOST_FILE_BYTES = 900_000;
/** The gateway takes 1 MiB, and a request has some more than the file. */
const MOST_REQUEST_BYTES = 1_040_000;

export interface BatchFile {
  readonly csv: string;
  /** SHA-256, in hex. */
  readonly digest: string;
}

/**
 * The text of a chosen file, and its digest.
 *
 * @throws {GraphProblem} for a file that is too large, or that is not UTF-8: another charset is not guessed.
 */
export async function readBatchFile(file: File): Promise<BatchFile> {
  if (file.size > MOST_FILE_BYTES) throw tooLarge();
  const bytes = await file.arrayBuffer();
  const digest = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), hexOf).join('');
  let csv: string;
  try {
    csv = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new GraphProblem('malformed_request', 'The file is not UTF-8. In a spreadsheet, save it as “CSV UTF-8”.');
  }
  // In the request, each quote and line break takes two bytes.
  if (new TextEncoder().encode(JSON.stringify(csv)).length > MOST_REQUEST_BYTES) throw tooLarge();
  return { csv, digest };
}

function tooLarge(): GraphProblem {
  return new GraphProblem('payload_too_large', 'The file is larger than 0.9 MB. Divide it, or send it over the API.');
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
