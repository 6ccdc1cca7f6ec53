import { createHash } from 'node:crypto';
import { Problem } from '../../core/errors/problem.js';
import type { Upload } from './upload-interface.js';
import type { HeldBytes } from './upload-memory.js';

/** Counts and digests the bytes that pass through. */
export class Meter implements AsyncIterable<Buffer> {
  bytes = 0;
  readonly #upload: Upload;
  readonly #held: HeldBytes;
  readonly #arriving: () => Promise<void>;
  readonly #hash = createHash('sha256');

  /** @param arriving - called with each chunk */
  constructor(upload: Upload, held: HeldBytes, arriving: () => Promise<void>) {
    this.#upload = upload;
    this.#held = held;
    this.#arriving = arriving;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.#upload.bytes) {
      this.bytes += chunk.length;
      if (this.bytes > this.#upload.maxBytes) throw new Problem('payload_too_large');
      this.#held.take(chunk.length);
      this.#hash.update(chunk);
      await this.#arriving();
      yield chunk;
    }
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}
