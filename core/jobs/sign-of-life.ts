import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../logging/logger.js';

/** First half of the advisory locks by which workers are known to live; the other half is made from a worker's name. */
export const SIGN_OF_LIFE = 0x6a6f6273;

/**
 * Postgres sees by itself that a process has ended; that a whole machine is gone, it must ask. Seconds: a connection that does
 * not answer for a minute is given up, and its locks with it.
 */
const KEEPALIVE = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 };

/** As often the connection is asked whether it is still there: that another server took over, it may not notice by itself. */
const CHECK_MS = 5_000;
/** A connection that does not answer within this is replaced. */
const ANSWERS_WITHIN_MS = 5_000;
const PAUSE_MS = 250;

interface LifeSource {
  readonly pool: Pool;
  readonly workerIds: readonly string[];
  readonly logger: Logger;
  /** Whether a connection leads to a server that a failover has replaced, though it still answers: a lock there is seen by nobody. */
  readonly isStale?: ((client: object) => boolean) | undefined;
  /** Called each time the locks have been taken, also again after they were lost. */
  readonly onShown: () => Promise<void>;
}

/**
 * Holds an advisory lock for each of these workers on a connection of its own, so that all may see that they live: it is gone
 * with the process, however that ends. A connection that is lost, as in a failover, is replaced at once. The wait for a lock is
 * bounded by the pool's `lock_timeout`: a server that still holds the lost connection's lock is asked again until it lets go.
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

  /** One of the workers has ended, while others of its process go on: what it held may be given to others. */
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
        logger.warn({ err: error }, 'the worker cannot show that it lives; it tries again');
      } finally {
        client?.release(true); // closed: a lock ends with its session
      }
      await pause(PAUSE_MS, this.#ending.signal);
    }
  }

  /** Returns when it is to end. @throws when the connection is lost. */
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
