import pg from 'pg';

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient['release']) => void;

/** How long the pool opens no new connection after one has failed. */
const PAUSE_MS = 1_000;

/**
 * A pool that keeps working with its existing connections. The driver's pool fails a request at once when it cannot
 * open a connection, although others would be free in a moment: when Postgres accepts no more, or has just lost a
 * few. Here the request queues for those, and for a second the pool's size is their number. Without any connection it
 * fails as the driver's does.
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
    // A free connection is handed over at once, as in the driver's pool: every query takes this path.
    super.connect((failed, connected, done) => {
      if (failed === undefined) return callback(undefined, connected, done);
      this.#again(failed, until).then(
        (client) => callback(undefined, client, client.release.bind(client)),
        (error: Error) => callback(error, undefined, () => undefined),
      );
    });
    return undefined;
  }

  /** A request that has queued in vain has used its time. */
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
