export interface PoolLimits {
  /** Bytes of all bodies, of those of one source, and of one body. */
  readonly all: number;
  readonly source: number;
  readonly body: number;
}

/** One body's room. */
export interface HeldBody {
  /** Whether so many bytes would have room now, if need be by making others give way. */
  fits(bytes: number): boolean;
  /** Has so many bytes in all; false: there is no room for them. */
  hold(bytes: number): boolean;
  /** What to do when its room is wanted for another one, which takes it at once. */
  onGivingWay(leave: () => void): void;
  /** It is all there: from here on it gives way to nobody. */
  complete(): void;
  release(): void;
}

interface Held {
  readonly source: string;
  bytes: number;
  /** Undefined: it gives way to nobody. */
  leave: (() => void) | undefined;
}

/**
 * Room for the bytes of bodies. When it is full, whoever comes finds some nevertheless: of the source that holds most, the body that
 * was begun first and is not complete has to go. A genuine one is there in an instant; one that waits in order to hold room is not.
 */
export class BodyPool {
  readonly #limits: PoolLimits;
  /** In the order in which they began. */
  readonly #bodies = new Set<Held>();
  readonly #sources = new Map<string, number>();
  #held = 0;
  #incomplete = 0;

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  get held(): number {
    return this.#held;
  }

  /** A body that begins; whoever began it gives its room back. */
  begin(source: string): HeldBody {
    const own: Held = { source, bytes: 0, leave: undefined };
    const fits = (bytes: number) => this.#fits(own, bytes - own.bytes);
    return {
      fits,
      hold: (bytes) => {
        if (!fits(bytes)) return false;
        const more = Math.max(bytes - own.bytes, 0);
        while (this.#held + more > this.#limits.all && this.#makeWay(own));
        this.#bodies.add(own);
        this.#add(own, more);
        return true;
      },
      onGivingWay: (leave) => {
        own.leave = leave;
        this.#incomplete += own.bytes;
      },
      complete: () => this.#stay(own),
      release: () => this.#drop(own),
    };
  }

  #fits(own: Held, more: number): boolean {
    const others = this.#incomplete - (own.leave === undefined ? 0 : own.bytes);
    return (
      own.bytes + more <= this.#limits.body &&
      this.#of(own.source) + more <= this.#limits.source &&
      this.#held - others + more <= this.#limits.all
    );
  }

  /** False: nobody is left who would. */
  #makeWay(own: Held): boolean {
    let chosen: Held | undefined;
    for (const body of this.#bodies) {
      if (body === own || body.leave === undefined) continue;
      if (chosen === undefined || this.#of(body.source) > this.#of(chosen.source)) chosen = body;
    }
    const leave = chosen?.leave;
    if (chosen === undefined || leave === undefined) return false;
    this.#drop(chosen);
    leave();
    return true;
  }

  #drop(body: Held): void {
    this.#stay(body);
    this.#add(body, -body.bytes);
    this.#bodies.delete(body);
  }

  #stay(body: Held): void {
    if (body.leave === undefined) return;
    body.leave = undefined;
    this.#incomplete -= body.bytes;
  }

  #add(body: Held, bytes: number): void {
    body.bytes += bytes;
    this.#held += bytes;
    if (body.leave !== undefined) this.#incomplete += bytes;
    const held = this.#of(body.source) + bytes;
    if (held === 0) this.#sources.delete(body.source);
    else this.#sources.set(body.source, held);
  }

  #of(source: string): number {
    return this.#sources.get(source) ?? 0;
  }
}
