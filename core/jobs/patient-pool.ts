import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from '../logging/logger.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/**
 * The pool as graphile-worker gets it: `query`, which only its cron uses, does not fail but is repeated until it succeeds. A
 * cron that fails rejects a promise that the library derives and drops (`cron.promise.finally` in its runner.js, 0.16.6), and
 * that ends the process whatever we do with `runner.promise`. Its statements may be repeated: each minute is written down once.
 *
 * @param ending - from then on a query that has failed is given up, with an empty answer: cron looks next whether it shall stop.
 */
export function patientPool(pool: Pool, ending: AbortSignal, logger: Logger): Pool {
  const query = async (text: string, values?: unknown[]) => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await pool.query(text, values);
      } catch (error) {
        logger.warn({ err: error }, 'a minute of the crontab cannot be scheduled yet');
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
