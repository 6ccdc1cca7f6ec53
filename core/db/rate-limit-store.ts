import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { RateLimitStore } from '../rate-limits/stores.js';

/** Rate limits counted in Postgres: for parts that run apart without Redis. The table comes from a migration. */
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
