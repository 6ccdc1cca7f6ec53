/** A worker counts as gone after it was missed this often in a row; one that lost its connection comes back sooner. */
const LOOKS = 4;

/** Counts in how many checks in a row each worker was missed. */
export class GoneWorkers {
  #missed: ReadonlyMap<string, number> = new Map();

  /** @param missing - workers that hold a job but not their lock at this check. Returns those that are gone. */
  look(missing: readonly string[]): readonly string[] {
    this.#missed = new Map(missing.map((id) => [id, (this.#missed.get(id) ?? 0) + 1]));
    return missing.filter((id) => (this.#missed.get(id) ?? 0) >= LOOKS);
  }
}
