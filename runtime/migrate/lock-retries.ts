import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { LockHolders } from './lock-holders.js';
import { MigrationError } from './migration-history.js';

/**
 * A session that waits for a table's lock blocks all that come after it. The timeout is shorter than the one of
 * requests (core/db/pool.ts), so that requests are delayed and not refused.
 */
export const LOCK_TIMEOUT_MS = 2_000;

/** Pause between two tries, in which requests queued up behind us get through. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/** Postgres' codes for a lock timeout, and for a deadlock that it ended by aborting us. */
const NO_LOCK = ['55P03', '40P01'];

const pause = (milliseconds: number) => sleep(milliseconds);

export interface LockRetriesSource {
  readonly client: Client;
  readonly databaseUrl: string;
  /** Total time for the tries of one step. */
  readonly waitMs: number;
  readonly say: (line: string) => void;
}

/** Acquires locks that other sessions hold: by short tries with growing pauses, until its time is over. */
export class LockRetries {
  readonly #client: Client;
  readonly #watch: LockHolders;
  readonly #waitMs: number;
  readonly #say: (line: string) => void;
  #pid = 0;

  constructor({ client, databaseUrl, waitMs, say }: LockRetriesSource) {
    this.#client = client;
    this.#watch = new LockHolders(databaseUrl, say);
    this.#waitMs = waitMs;
    this.#say = say;
  }

  /**
   * Sets up the session, overriding settings of the role or the address that would end a long step or let it wait for a
   * lock.
   */
  async begin(): Promise<void> {
    const settings = {
      lock_timeout: LOCK_TIMEOUT_MS,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 30_000,
      // Makes Postgres end the statement if this process is killed.
      client_connection_check_interval: 1_000,
    };
    const { rows } = await this.#client.query<{ pid: number }>(
      'select pg_backend_pid() as pid, set_config(key, value, false) from json_each_text($1)',
      [JSON.stringify(settings)],
    );
    this.#pid = rows[0]?.pid ?? 0;
  }

  /**
   * Repeats `attempt` until it gets its locks; a failed attempt must leave nothing behind. Messages begin with `what`.
   */
  async untilLocked<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    const until = performance.now() + this.#waitMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await this.#watch.during(this.#pid, what, attempt);
      } catch (error) {
        if (!isMissingLock(error)) throw error;
      }
      if (performance.now() + pauseMs > until) throw this.#tooLong(what);
      this.#say(`${what} lets others pass and tries again in ${pauseMs / 1_000} s`);
      await pause(pauseMs);
    }
  }

  /**
   * For statements that wait without blocking others, such as CREATE INDEX CONCURRENTLY: they wait in one piece, for as
   * long as there is time, because each new try would start from the beginning.
   */
  async inOnePiece<T>(what: string, work: () => Promise<T>): Promise<T> {
    await this.#setLockTimeout(Math.max(LOCK_TIMEOUT_MS, this.#waitMs));
    try {
      return await this.#watch.during(this.#pid, what, work);
    } catch (error) {
      throw isMissingLock(error) ? this.#tooLong(what) : error;
    } finally {
      await this.#setLockTimeout(LOCK_TIMEOUT_MS);
    }
  }

  /**
   * Polls until the condition is true. A waiting statement would not do: CREATE INDEX CONCURRENTLY would wait for its
   * snapshot.
   */
  async untilSo(what: string, holder: string, isSo: () => Promise<boolean>): Promise<void> {
    const until = performance.now() + this.#waitMs;
    for (let pauseMs = 50; !(await isSo()); pauseMs = Math.min(2 * pauseMs, FIRST_PAUSE_MS)) {
      if (pauseMs === 50) this.#say(`${what} waits for ${holder}`);
      if (performance.now() + pauseMs > until) throw this.#tooLong(what, holder);
      await pause(pauseMs);
    }
  }

  close(): Promise<void> {
    return this.#watch.close();
  }

  async #setLockTimeout(milliseconds: number): Promise<void> {
    await this.#client.query("select set_config('lock_timeout', $1, false)", [String(milliseconds)]);
  }

  #tooLong(what: string, holder = this.#watch.lastHolders): MigrationError {
    const seconds = Math.round(this.#waitMs / 1_000);
    return new MigrationError(
      `${what} gave up after ${seconds} s: ${holder} holds the lock. Steps applied before are kept; run it again, or with a longer --wait`,
    );
  }
}

function isMissingLock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_LOCK.includes(String(error.code));
}
