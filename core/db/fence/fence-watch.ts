import pg from 'pg';
import { DRIVER_PATIENCE } from '../pool.js';
import type { Fence } from './fence.js';

/** How long a process may go on with connections to an old primary that stays up while the address leads to the new one. */
const LOOK_EVERY_MS = 10_000;

/**
 * Opens a connection every ten seconds, only to see where the address of the database leads. Connections stay with the server that
 * they were opened to: a busy pool, which opens none, would not notice a failover whose old primary is still up.
 */
export class FenceWatch {
  readonly #fence: Fence;
  readonly #connectionString: string;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(fence: Fence, connectionString: string) {
    this.#fence = fence;
    this.#connectionString = connectionString;
    this.#later();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #later(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.#later());
    }, LOOK_EVERY_MS).unref();
  }

  /** What it finds is the fence's to remember; that a server does not answer, or is an old one, shows where it is used. */
  async #look(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'tributary-fence',
      ...DRIVER_PATIENCE,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await this.#fence.admit(client, DRIVER_PATIENCE.connectionTimeoutMillis);
    } catch {
      // Not the address's server now.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
