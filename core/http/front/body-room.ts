import { BodyPool, type HeldBody } from './body-pool.js';

/** What is announced to be no larger has room of its own. */
export const SMALL_BYTES = 65_536;

/** So many small ones of the largest size at a time, of each share. */
const SMALL_BODIES = 64;

/** The most that is held at a time, in bytes. */
export interface RoomLimits {
  /** Of each share. */
  readonly share: number;
  /** Of one source in a share: an address, or a key. */
  readonly source: number;
}

interface Pools {
  readonly small: BodyPool;
  readonly large: BodyPool;
}

/**
 * Room for the bytes of bodies whose senders are not known yet, each share for itself: however many connections there are, and
 * however long they take, memory is bounded. Bytes are counted as they come, so that announcing a body takes no room from others.
 * Small bodies, as most genuine ones are, have a room beside that of the large ones: nobody keeps them out by holding much.
 */
export class BodyRoom<Share extends string> {
  readonly #limits: RoomLimits;
  readonly #pools = new Map<Share, Pools>();

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  /** The bytes that are held now. */
  heldBy(share: Share): number {
    const { small, large } = this.#of(share);
    return small.held + large.held;
  }

  /** A body that begins; whoever began it gives its room back. */
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
