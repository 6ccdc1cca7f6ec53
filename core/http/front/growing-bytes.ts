const SMALLEST = 4_096;

/**
 * Bytes that come in pieces, in one buffer that doubles: however small the pieces are, none of them is kept. Nothing of it is in
 * a pool that others share, and what is outgrown is wiped: it may be secret.
 */
export class GrowingBytes {
  readonly #most: number;
  #buffer = Buffer.alloc(0);
  #length = 0;

  /** @param most - bytes; a body is known to hold no more */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  /** Bytes that would be held with so many more. */
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

  /** The bytes, which are the caller's from here on. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
    return bytes;
  }

  /** Lets go of all of it, and leaves nothing behind. */
  wipe(): void {
    this.#buffer.fill(0);
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
  }
}
