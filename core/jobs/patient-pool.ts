import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from '../logging/logger.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/**
 * The pool for graphile-worker. Its `query`, which only the library's cron uses, is repeated until it succeeds. A cron
 * failure would reject a promise that the library derives and drops (`cron.promise.finally` in its runner.js, 0.16.6);
 * this ends the process however `runner.promise` is handled. The statements can be repeated safely: each minute is
 * recorded only once.
 *
 * @param ending - once aborted, a failed query returns an empty result instead of a retry; cron then checks whether it
 *   should stop.
 */
export function patientPool(pool: Pool, ending: AbortSignal, logger: Logger): Pool {
  const query = async (text: string, values?: unknown[]) => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await pool.query(text, values);
      } catch (error) {
        logger.warn({ err: error }, 'the jobs of a crontab minute could not be queued yet');
      }
      await sleep(pauseMs, undefined, { signal: ending }).catch(() => undefined);
      if (ending.aborted) return { rows: [] };
    }
  };
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'query') return query;
      const member = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
