/** Where the primary's log stood at a moment of our own clock, before anything later was written. */
interface Sighting {
  readonly at: number;
  readonly position: number;
}

/**
 * How old a replica's answers are at most, without any clock but ours: the replica has all that the primary had when the primary's
 * log last stood where the replica has come to. So a quiet primary's replica is fresh, and one that is cut off is not from the
 * primary's next write on.
 */
export class Freshness {
  readonly #boundMs: number;
  #sightings: Sighting[] = [];
  #freshAt = Number.NEGATIVE_INFINITY;

  constructor(boundMs: number) {
    this.#boundMs = boundMs;
  }

  /** @param at - read before the primary was asked for its position. */
  primaryStood(at: number, position: number): void {
    // What is older than the bound could not make the replica fresh any more.
    this.#sightings = [...this.#sightings.filter((earlier) => earlier.at > at - this.#boundMs), { at, position }];
  }

  replicaCameTo(position: number): void {
    const reached = this.#sightings.findLast((sighting) => sighting.position <= position);
    if (reached !== undefined) this.#freshAt = Math.max(this.#freshAt, reached.at);
  }

  /** Nothing is known of the replica until it is seen again. */
  forget(): void {
    this.#freshAt = Number.NEGATIVE_INFINITY;
  }

  isFresh(now: number): boolean {
    return now - this.#freshAt <= this.#boundMs;
  }
}
