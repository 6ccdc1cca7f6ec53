/** The primary's log position at a moment of our own clock, before any later write. */
interface PositionAt {
  readonly at: number;
  readonly position: number;
}

/**
 * Bounds the age of a replica's answers using only our clock: the replica has everything that the primary had when
 * the primary's log was last at the replica's position. So the replica of a quiet primary is fresh, and a
 * disconnected one stops being fresh after the primary's next write.
 */
export class Freshness {
  readonly #boundMs: number;
  #positions: PositionAt[] = [];
  #freshAt = Number.NEGATIVE_INFINITY;

  constructor(boundMs: number) {
    this.#boundMs = boundMs;
  }

  /** @param at - read before the query for the primary's position. */
  notePrimary(at: number, position: number): void {
    // Positions older than the bound cannot make the replica fresh any more.
    this.#positions = [...this.#positions.filter((earlier) => earlier.at > at - this.#boundMs), { at, position }];
  }

  noteReplica(position: number): void {
    const reached = this.#positions.findLast((at) => at.position <= position);
    if (reached !== undefined) this.#freshAt = Math.max(this.#freshAt, reached.at);
  }

  /** Treats the replica as unknown until it is checked again. */
  forget(): void {
    this.#freshAt = Number.NEGATIVE_INFINITY;
  }

  isFresh(now: number): boolean {
    return now - this.#freshAt <= this.#boundMs;
  }
}
