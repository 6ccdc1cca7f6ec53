const SMALLEST = 4_096;

/**
 * Collects bytes that arrive in pieces in one buffer that doubles, so no small pieces are kept in memory. The bytes may
 * be secret: the buffer is not from a shared pool, and outgrown buffers are wiped.
 */
export class GrowingBytes {
  readonly #most: number;
  #buffer = Buffer.alloc(0);
  #length = 0;

  /** @param most - the limit in bytes, which the caller enforces */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  /** The buffer size after this many more bytes. */
  capacityWith(more: number): number {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return this.#buffer.length;
    return Math.max(Math.min(Math.max(this.#buffer.length * 2, SMALLEST), this.#most), needed);
  }

  append(piece: Uint8Array): void {
    const capacity = this.capacityWith(piece.length);
    if (capacity > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(capacity);
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer.fill(0);
      this.#buffer = grown;
    }
    this.#buffer.set(piece, this.#length);
    this.#length += piece.length;
  }

  /** Returns the bytes; the caller owns them from here on. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
    return bytes;
  }

  /** Overwrites and releases the buffer. */
  wipe(): void {
    this.#buffer.fill(0);
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
  }
}
