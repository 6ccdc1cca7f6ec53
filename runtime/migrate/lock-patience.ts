import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { LockWatch } from './lock-watch.js';
import { MigrationError } from './pending.js';

/**
 * Whoever waits for a table's lock stops all who come after it. Less than requests wait themselves (core/db/pool.ts), so that
 * those are late and not refused.
 */
export const LOCK_TIMEOUT_MS = 2_000;

/** Between two tries: time for what has queued up behind us. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/** Postgres' codes for a lock that was not there in time, and for a deadlock that we were picked to end. */
const NO_LOCK = ['55P03', '40P01'];

const pause = (milliseconds: number) => sleep(milliseconds);

export interface LockPatienceSource {
  readonly client: Client;
  readonly databaseUrl: string;
  /** How long the tries of one step may take together. */
  readonly waitMs: number;
  readonly say: (line: string) => void;
}

/** How a session gets locks that others hold: by short tries with growing pauses, until its time is over. */
export class LockPatience {
  readonly #client: Client;
  readonly #watch: LockWatch;
  readonly #waitMs: number;
  readonly #say: (line: string) => void;
  #pid = 0;

  constructor({ client, databaseUrl, waitMs, say }: LockPatienceSource) {
    this.#client = client;
    this.#watch = new LockWatch(databaseUrl, say);
    this.#waitMs = waitMs;
    this.#say = say;
  }

  /** Sets the session up; nothing that the role or the address says may end a long step, or let it wait for a lock. */
  async begin(): Promise<void> {
    const settings = {
      lock_timeout: LOCK_TIMEOUT_MS,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 30_000,
      // Of a process that was killed, Postgres ends the statement too.
      client_connection_check_interval: 1_000,
    };
    const { rows } = await this.#client.query<{ pid: number }>(
      'select pg_backend_pid() as pid, set_config(key, value, false) from json_each_text($1)',
      [JSON.stringify(settings)],
    );
    this.#pid = rows[0]?.pid ?? 0;
  }

  /** Does `attempt`, which leaves nothing behind when it fails, until no lock is missing. `what` is how its sentences begin. */
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
   * Of what waits in nobody's way, such as CREATE INDEX CONCURRENTLY: it waits in one piece, for as long as there is time,
   * because each new try would begin from nothing.
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

  /** Asks until it is so. Never by a statement that waits: it would be a snapshot that CREATE INDEX CONCURRENTLY waits for. */
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
      `${what} gave up after ${seconds} s: ${holder} holds what it needs. What was applied before stays; run it again, or with a longer --wait`,
    );
  }
}

function isMissingLock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_LOCK.includes(String(error.code));
}
