import { postgresRateLimitStore } from '../../core/db/rate-limit-store.js';
import { RateLimits } from '../../core/rate-limits/rate-limits.js';
import { memoryStore, type RateLimitStore, redisStore } from '../../core/rate-limits/stores.js';
import type { Resources } from './resources.js';

/** Redis if configured; memory in one process; Postgres if parts run separately without Redis. */
export function rateLimits(resources: Resources, apart: boolean): RateLimits {
  const { config, clock, logger } = resources;
  return new RateLimits({
    limits: {
      api: { perMinute: config.RATE_LIMIT_API_PER_MINUTE, burst: config.RATE_LIMIT_API_BURST },
      token: { perMinute: config.RATE_LIMIT_TOKEN_PER_MINUTE, burst: config.RATE_LIMIT_TOKEN_BURST },
      contact_reads: {
        perMinute: config.RATE_LIMIT_CONTACT_READS_PER_MINUTE,
        burst: config.RATE_LIMIT_CONTACT_READS_BURST,
      },
    },
    store: store(resources, apart),
    clock,
    logger,
  });
}

function store({ config, pool, logger }: Resources, apart: boolean): RateLimitStore {
  if (config.REDIS_URL !== undefined) return redisStore(config.REDIS_URL, logger);
  return apart ? postgresRateLimitStore(pool) : memoryStore();
}
