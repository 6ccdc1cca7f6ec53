/** As often in a row a worker is missed before it counts as gone: one that has lost its connection comes back between. */
const LOOKS = 4;

/** Remembers who was missed at each look, and tells who was missed often enough. */
export class GoneWorkers {
  #missed: ReadonlyMap<string, number> = new Map();

  /** @param missing - all who hold something and show no sign of life at this look. Returns those who are gone. */
  look(missing: readonly string[]): readonly string[] {
    this.#missed = new Map(missing.map((id) => [id, (this.#missed.get(id) ?? 0) + 1]));
    return missing.filter((id) => (this.#missed.get(id) ?? 0) >= LOOKS);
  }
}
