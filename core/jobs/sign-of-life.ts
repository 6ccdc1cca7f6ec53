import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../logger.js';

/** First half of the advisory locks by which workers are known to live; the other half is made from a worker's name. */
export const SIGN_OF_LIFE = 0x6a6f6273;

/**
 * Postgres sees by itself that a process has ended; that a whole machine is gone, it must ask. Seconds: a connection that does
 * not answer for a minute is given up, and its locks with it.
 */
const KEEPALIVE = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 };

/** As often the connection is asked whether it is still there: that another server took over, it would not notice by itself. */
const CHECK_MS = 5_000;
const PAUSE_MS = 1_000;

/**
 * Holds an advisory lock for each of these workers on a connection of its own, so that all may see that they live: it is gone
 * with the process, however that ends. A connection that is lost is replaced.
 */
export function showLife(pool: Pool, workerIds: readonly string[], logger: Logger): { end(): Promise<void> } {
  const ending = new AbortController();
  const ended = keepShowing(pool, workerIds, logger, ending.signal);
  return {
    end: async () => {
      ending.abort();
      await ended;
    },
  };
}

async function keepShowing(pool: Pool, workerIds: readonly string[], logger: Logger, ending: AbortSignal) {
  while (!ending.aborted) {
    let client: PoolClient | undefined;
    try {
      client = await pool.connect();
      await client.query('select set_config(key, value, false) from json_each_text($1)', [JSON.stringify(KEEPALIVE)]);
      await client.query('select pg_advisory_lock($1, hashtext(id)) from unnest($2::text[]) id', [
        SIGN_OF_LIFE,
        workerIds,
      ]);
      for (; !ending.aborted; await pause(CHECK_MS, ending)) await client.query('select');
    } catch (error) {
      logger.warn({ err: error }, 'the worker cannot show that it lives; it tries again');
    } finally {
      client?.release(true); // closed: a lock ends with its session
    }
    await pause(PAUSE_MS, ending);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
