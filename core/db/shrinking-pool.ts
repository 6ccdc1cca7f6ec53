import pg from 'pg';

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient['release']) => void;

/** How long no further connection is tried for after one could not be had. */
const PAUSE_MS = 1_000;

/**
 * A pool that makes do with the connections that it has. The driver's own fails a request at once when it has to open a
 * connection and cannot, though others would be free in a moment: when Postgres takes no more, or has just lost a few. Here the
 * request queues for those, and for a second the pool is as large as they are many. Without any it fails as ever.
 */
export class ShrinkingPool extends pg.Pool {
  readonly #most: number;
  #open = 0;

  constructor(options: pg.PoolConfig & { readonly max: number }) {
    super(options);
    this.#most = options.max;
    this.on('connect', (client) => {
      this.#open += 1;
      client.once('end', () => {
        this.#open -= 1;
      });
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const until = this.#patientUntil();
    if (callback === undefined) return super.connect().catch((error: unknown) => this.#again(error, until));
    // A connection that is free is handed over at once, as the driver's own pool does: this is the way of every query.
    super.connect((failed, connected, done) => {
      if (failed === undefined) return callback(undefined, connected, done);
      this.#again(failed, until).then(
        (client) => callback(undefined, client, client.release.bind(client)),
        (error: Error) => callback(error, undefined, () => undefined),
      );
    });
    return undefined;
  }

  /** Whoever has queued in vain has had their time. */
  #patientUntil(): number {
    return performance.now() + (this.options.connectionTimeoutMillis ?? 0) / 2;
  }

  async #again(failure: unknown, until: number): Promise<pg.PoolClient> {
    for (let error = failure; ; ) {
      if (this.ending || this.#open === 0 || performance.now() >= until) throw error;
      this.#makeDo();
      try {
        return await super.connect();
      } catch (again) {
        error = again;
      }
    }
  }

  #makeDo(): void {
    if (this.options.max === this.#most) {
      const again = setTimeout(() => {
        this.options.max = this.#most;
      }, PAUSE_MS);
      again.unref();
    }
    this.options.max = this.#open;
  }
}
