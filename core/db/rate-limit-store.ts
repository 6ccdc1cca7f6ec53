import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { RateLimitStore } from '../rate-limits/stores.js';

/** Rate limits counted in Postgres: for separate parts without Redis. A migration creates the table. */
export function postgresRateLimitStore(pool: pg.Pool): RateLimitStore {
  return {
    name: 'postgres',
    makeCounter: (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit_window',
        tableCreated: true,
      }),
    close: async () => {},
  };
}
