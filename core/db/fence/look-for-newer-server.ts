import pg from 'pg';
import { DRIVER_TIMEOUTS } from '../pool.js';
import type { Fence } from './refuse-older-servers.js';

/**
 * The longest that a process may continue with connections to an old primary that is still running while the address
 * leads to the new one.
 */
const LOOK_EVERY_MS = 10_000;

/**
 * Opens a connection every ten seconds, only to see which server the database address leads to. Connections stay with
 * the server to which they were opened: a busy pool opens none, and would not notice a failover whose old primary is
 * still running.
 */
export class FenceWatch {
  readonly #fence: Fence;
  readonly #connectionString: string;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(fence: Fence, connectionString: string) {
    this.#fence = fence;
    this.#connectionString = connectionString;
    this.#later();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#checking;
  }

  #later(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#checking = this.#check().finally(() => this.#later());
    }, LOOK_EVERY_MS).unref();
  }

  /** The fence remembers what it finds; a server that does not answer, or is outdated, is reported where it is used. */
  async #check(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'tributary-fence',
      ...DRIVER_TIMEOUTS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await this.#fence.admit(client, DRIVER_TIMEOUTS.connectionTimeoutMillis);
    } catch {
      // Not the address's server now.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
