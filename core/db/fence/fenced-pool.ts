import type pg from 'pg';
import { ShrinkingPool } from '../pool-that-waits-for-open-connections.js';
import type { Fence } from './refuse-older-servers.js';
import { StaleServerError } from './stale-server-error.js';

type Callback = Parameters<ShrinkingPool['connect']>[0];

/** A pool that closes connections to a server that a failover has replaced, and does not hand them out again. */
export class FencedPool extends ShrinkingPool {
  readonly #fence: Fence;

  constructor(options: pg.PoolConfig & { readonly max: number }, fence: Fence) {
    super(options);
    this.#fence = fence;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#connect();
    super.connect((error, client, done) => {
      if (client === undefined || !this.#fence.isStale(client)) return callback(error, client, done);
      close(client);
      this.connect(callback);
    });
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      if (!this.#fence.isStale(client)) return client;
      close(client);
    }
  }
}

function close(client: pg.PoolClient): void {
  client.release(new StaleServerError('the connection leads to a server that a failover has replaced'));
}
