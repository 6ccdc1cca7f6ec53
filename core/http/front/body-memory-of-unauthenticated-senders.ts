import { BodyPool, type HeldBody } from './evicting-body-memory-limit.js';

/** Bodies with an announced length up to this use the pool of small bodies. */
export const SMALL_BYTES = 65_536;

/** Each share has space for this many small bodies of the largest size at a time. */
const SMALL_BODIES = 64;

/** The most bytes held at a time. */
export interface BodyMemoryLimits {
  /** Per share. */
  readonly share: number;
  /** Per source in a share: an address or a key. */
  readonly source: number;
}

interface Pools {
  readonly small: BodyPool;
  readonly large: BodyPool;
}

/**
 * Limits the memory for bodies of senders that are not authenticated yet, separately for each share. The limit holds
 * however many connections there are and however long they take. Bytes are counted as they arrive, so an announced
 * length takes no space from others. Small bodies, as most genuine ones are, have their own pool, so large bodies
 * cannot keep them out.
 */
export class BodyMemory<Share extends string> {
  readonly #limits: BodyMemoryLimits;
  readonly #pools = new Map<Share, Pools>();

  constructor(limits: BodyMemoryLimits) {
    this.#limits = limits;
  }

  /** The number of bytes held now. */
  heldBy(share: Share): number {
    const { small, large } = this.#of(share);
    return small.held + large.held;
  }

  /** Starts a reservation; the caller must release it. */
  begin(share: Share, source: string, isSmall: boolean): HeldBody {
    const { small, large } = this.#of(share);
    return (isSmall ? small : large).begin(source);
  }

  #of(share: Share): Pools {
    const known = this.#pools.get(share);
    if (known !== undefined) return known;
    const { share: all, source } = this.#limits;
    const most = SMALL_BODIES * SMALL_BYTES;
    const pools = {
      small: new BodyPool({ all: most, source: most, body: SMALL_BYTES }),
      large: new BodyPool({ all, source, body: source }),
    };
    this.#pools.set(share, pools);
    return pools;
  }
}
