/** The most that is held at a time, in bytes. */
export interface RoomLimits {
  /** Of each share. */
  readonly share: number;
  /** Of one source in a share: an address, or a key. */
  readonly source: number;
}

/**
 * Room for the bytes of bodies whose senders are not known yet, each share for itself: however many connections there are, and
 * however long they take, memory is bounded. Bytes are counted as they come, so that announcing a body takes no room from others.
 */
export class BodyRoom<Share extends string> {
  readonly #limits: RoomLimits;
  readonly #held = new Map<string, number>();

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  /** The bytes that are held now. */
  heldBy(share: Share): number {
    return this.#held.get(share) ?? 0;
  }

  /** A body that begins; whoever began it gives its room back. */
  begin(share: Share, source: string): HeldBody {
    const own = `${share} ${source}`;
    let taken = 0;
    const fits = (bytes: number) =>
      this.heldBy(share) + bytes <= this.#limits.share && (this.#held.get(own) ?? 0) + bytes <= this.#limits.source;
    return {
      fits,
      take: (bytes) => {
        if (!fits(bytes)) return false;
        taken += bytes;
        this.#add(share, bytes);
        this.#add(own, bytes);
        return true;
      },
      release: () => {
        this.#add(share, -taken);
        this.#add(own, -taken);
        taken = 0;
      },
    };
  }

  #add(name: string, bytes: number): void {
    const held = (this.#held.get(name) ?? 0) + bytes;
    if (held === 0) this.#held.delete(name);
    else this.#held.set(name, held);
  }
}

/** One body's room. */
export interface HeldBody {
  /** Whether so many bytes would have room now. */
  fits(bytes: number): boolean;
  /** Takes room for bytes that came; false: there is none. */
  take(bytes: number): boolean;
  release(): void;
}
