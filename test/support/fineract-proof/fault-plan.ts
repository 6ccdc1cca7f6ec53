export const CUT_POINTS = ['before the request', 'in the request', 'after the request', 'in the answer'] as const;
export type CutPoint = (typeof CUT_POINTS)[number];

/** A connection that breaks at this point: it is cut, or our process is killed. */
export interface PlannedFault {
  readonly at: CutPoint;
  readonly by: 'kill' | 'cut';
}

/** Spreads faults evenly over requests: kills and cuts in turn, each at every point in turn. */
export class FaultPlan {
  readonly #left: PlannedFault[];
  readonly #planned: number;
  readonly #requests: number;
  #seen = 0;

  /** @param requests - at least so many are expected; the faults are used up before the last of them. */
  constructor(kills: number, cuts: number, requests: number) {
    this.#left = Array.from({ length: 2 * Math.max(kills, cuts) }, (_, n) => {
      const [turn, by] = [Math.floor(n / 2), n % 2 === 0 ? 'kill' : 'cut'] as const;
      return turn < (by === 'kill' ? kills : cuts) ? [{ at: pointOf(turn), by }] : [];
    }).flat();
    this.#planned = this.#left.length;
    this.#requests = Math.max(1, Math.floor(requests * 0.9));
  }

  /** The fault of the next request, if it is to have one. */
  next(): PlannedFault | undefined {
    this.#seen += 1;
    const due = Math.ceil((this.#seen * this.#planned) / this.#requests);
    return this.#planned - this.#left.length < due ? this.#left.shift() : undefined;
  }

  /** The next request gets this fault instead: it could not happen. */
  giveBack(fault: PlannedFault): void {
    this.#left.unshift(fault);
  }

  get left(): number {
    return this.#left.length;
  }
}

function pointOf(turn: number): CutPoint {
  return CUT_POINTS[turn % CUT_POINTS.length] ?? CUT_POINTS[0];
}
