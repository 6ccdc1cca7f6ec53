export interface PoolLimits {
  /** Limits in bytes: for all bodies together, for one source, and for one body. */
  readonly all: number;
  readonly source: number;
  readonly body: number;
}

/** The reservation of one body. */
export interface HeldBody {
  /** Whether the body could hold this many bytes now, if necessary by evicting others. */
  fits(bytes: number): boolean;
  /** Reserves this many bytes in total; false when there is no space for them. */
  hold(bytes: number): boolean;
  /** Called when the body is evicted; another body takes its space at once. */
  onEviction(leave: () => void): void;
  /** The body has arrived completely and can no longer be evicted. */
  complete(): void;
  release(): void;
}

interface Held {
  readonly source: string;
  bytes: number;
  /** Undefined: the body cannot be evicted. */
  leave: (() => void) | undefined;
}

/**
 * Limits the memory for request bodies. When the pool is full, a new body still gets space: the oldest incomplete body
 * of the source with the most bytes is evicted. Genuine bodies arrive at once; only senders that stall to occupy memory
 * stay incomplete.
 */
export class BodyPool {
  readonly #limits: PoolLimits;
  /** In order of arrival. */
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

  /** Starts a reservation; the caller must release it. */
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
      onEviction: (leave) => {
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

  /** False when no body can be evicted. */
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
