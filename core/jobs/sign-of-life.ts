import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../logging/logger.js';

/**
 * First half of the advisory locks that show which workers are running; the other half is a hash of the worker's name.
 */
export const SIGN_OF_LIFE = 0x6a6f6273;

/**
 * Postgres notices when a process ends, but it needs keepalives to notice that a machine is gone. In seconds: a
 * connection that does not answer for a minute is closed, which releases its locks.
 */
const KEEPALIVE = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 };

/** How often the connection is checked, because it may not notice that another server took over. */
const CHECK_MS = 5_000;
/** A connection that does not answer within this is replaced. */
const ANSWERS_WITHIN_MS = 5_000;
const PAUSE_MS = 250;

interface LifeSource {
  readonly pool: Pool;
  readonly workerIds: readonly string[];
  readonly logger: Logger;
  /**
   * Whether a connection leads to a server that a failover has replaced. It may still answer, but no other process sees
   * its locks.
   */
  readonly isStale?: ((client: object) => boolean) | undefined;
  /** Called each time the locks have been taken, also after they were lost. */
  readonly onShown: () => Promise<void>;
}

/**
 * Holds an advisory lock for each of these workers on a separate connection, so that all processes can see that they
 * are running: the lock is released however the process ends. A lost connection, as in a failover, is replaced at once.
 * The pool's `lock_timeout` limits the wait for a lock: while the server still holds the lost connection's lock, the
 * request is repeated.
 */
export class SignOfLife {
  readonly #source: LifeSource;
  readonly #living: Set<string>;
  readonly #ending = new AbortController();
  readonly #ended: Promise<void>;
  #wake = new AbortController();

  constructor(source: LifeSource) {
    this.#source = source;
    this.#living = new Set(source.workerIds);
    this.#ended = this.#keepShowing();
  }

  /** Releases the lock of a worker that ended while others of its process continue; its jobs may be given to others. */
  lose(workerId: string): void {
    this.#living.delete(workerId);
    this.#wake.abort();
  }

  async end(): Promise<void> {
    this.#ending.abort();
    this.#wake.abort();
    await this.#ended;
  }

  async #keepShowing(): Promise<void> {
    const { pool, logger } = this.#source;
    while (!this.#ending.signal.aborted) {
      let client: PoolClient | undefined;
      try {
        client = await pool.connect();
        await this.#show(client);
      } catch (error) {
        logger.warn({ err: error }, 'the worker could not take its lock; it tries again');
      } finally {
        client?.release(true); // closed, because a lock ends with its session
      }
      await pause(PAUSE_MS, this.#ending.signal);
    }
  }

  /** Returns when `stop` is requested. @throws when the connection is lost. */
  async #show(client: PoolClient): Promise<void> {
    const onLost = () => this.#wake.abort();
    client.once('error', onLost).once('end', onLost);
    const ask = (text: string, values: unknown[] = []) => {
      const question = { text, values, query_timeout: ANSWERS_WITHIN_MS };
      return client.query(question);
    };
    try {
      await ask('select set_config(key, value, false) from json_each_text($1)', [JSON.stringify(KEEPALIVE)]);
      const shown = new Set(this.#living);
      await ask('select pg_advisory_lock($1, hashtext(id)) from unnest($2::text[]) id', [SIGN_OF_LIFE, [...shown]]);
      await this.#source.onShown();
      while (!this.#ending.signal.aborted) {
        this.#wake = new AbortController();
        if (this.#source.isStale?.(client))
          throw new Error('the connection leads to a server that a failover has replaced');
        const ended = [...shown].filter((id) => !this.#living.has(id));
        await ask('select pg_advisory_unlock($1, hashtext(id)) from unnest($2::text[]) id', [SIGN_OF_LIFE, ended]);
        for (const id of ended) shown.delete(id);
        await pause(CHECK_MS, this.#wake.signal);
      }
    } finally {
      client.off('error', onLost).off('end', onLost);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
