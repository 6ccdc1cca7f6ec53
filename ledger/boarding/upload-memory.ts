import { Problem } from '../../core/errors/problem.js';

/** Bytes of a file that are read and not yet staged: an upload stages them when it holds this many. */
export const MOST_OF_UPLOAD = 8 * 1024 * 1024;
const MOST_OF_PROCESS = 64 * 1024 * 1024;

/** Memory in this process for all arriving files together: a file may stop in the middle without ending. */
let held = 0;

/** The share of one upload. */
export class HeldBytes {
  #own = 0;

  get own(): number {
    return this.#own;
  }

  /** @throws {Problem} `service_unavailable` when all uploads together hold the maximum for this process */
  take(bytes: number): void {
    if (held + bytes > MOST_OF_PROCESS) throw new Problem('service_unavailable');
    held += bytes;
    this.#own += bytes;
  }

  /** Releases bytes that were staged or given up. */
  release(): void {
    held -= this.#own;
    this.#own = 0;
  }
}
