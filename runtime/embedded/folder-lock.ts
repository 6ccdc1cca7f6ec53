import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../core/logging/logger.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

/** Any number that is not locked for another purpose in the database `postgres`. */
const OWNER_LOCK = 7_214_400_800;
const PATIENCE_MS = 2_000;

/** The right of one process to serve a data folder: the lock ends with the process, however it ends. */
export class Ownership {
  readonly #url: string;
  readonly #logger: Logger;
  #client: pg.Client | undefined;
  #released = false;

  private constructor(url: string, logger: Logger) {
    this.#url = url;
    this.#logger = logger;
  }

  /** @throws {EmbeddedDatabaseError} when another process has the lock. */
  static async take(url: string, dataDir: string, logger: Logger): Promise<Ownership> {
    const ownership = new Ownership(url, logger);
    // The server may still list the session of a process that was just killed.
    for (let waited = 0; waited <= PATIENCE_MS; waited += 100) {
      if (await ownership.#tryLock()) return ownership;
      await sleep(100);
    }
    throw new EmbeddedDatabaseError(
      `another Tributary is already running in ${dataDir}; stop it, or set TRIBUTARY_DATA_DIR to another folder`,
    );
  }

  get client(): pg.Client {
    if (this.#client === undefined) throw new Error('the connection that owns the data folder is lost');
    return this.#client;
  }

  /** From here on the connection's end is expected. */
  release(): void {
    this.#released = true;
  }

  async #tryLock(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'tributary owner', keepAlive: true });
    client.on('error', () => this.#recover(client));
    await client.connect();
    const answer = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [OWNER_LOCK]);
    if (answer.rows[0]?.locked === true) {
      this.#client = client;
      return true;
    }
    await client.end();
    return false;
  }

  /** Postgres ends every session when one of its processes crashes, and continues: so does this process. */
  async #recover(lost: pg.Client): Promise<void> {
    if (this.#released || this.#client !== lost) return;
    this.#client = undefined;
    this.#logger.warn('the embedded database ended our session; connecting again');
    while (!this.#released && !(await this.#tryLock().catch(() => false))) await sleep(500);
  }
}
