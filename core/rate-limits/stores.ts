import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Logger } from '../logging/logger.js';
import type { MakeCounter } from './windows.js';

/** The store that counts the windows. */
export interface RateLimitStore {
  readonly name: 'memory' | 'redis' | 'postgres';
  readonly makeCounter: MakeCounter;
  close(): Promise<void>;
}

export function memoryStore(): RateLimitStore {
  return { name: 'memory', makeCounter: (options) => new RateLimiterMemory(options), close: async () => {} };
}

/** The longest that a request waits for Redis before it is counted in memory. */
const REDIS_PATIENCE_MS = 200;
const LONGEST_RECONNECT_PAUSE_MS = 2_000;

/**
 * Never queues commands: without a ready connection a command fails at once, and without an answer after
 * REDIS_PATIENCE_MS.
 */
export function redisStore(url: string, logger: Logger): RateLimitStore {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: REDIS_PATIENCE_MS,
    connectTimeout: 1_000,
    connectionName: 'tributary',
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), LONGEST_RECONNECT_PAUSE_MS),
  });
  let isToldLost = false;
  client.on('error', (error) => {
    logger[isToldLost ? 'debug' : 'warn'](wordsOf(error), 'the connection to Redis failed');
    isToldLost = true;
  });
  client.on('ready', () => {
    isToldLost = false;
    logger.info('rate limits are counted in Redis');
  });
  return {
    name: 'redis',
    makeCounter: (options) => new RateLimiterRedis({ ...options, storeClient: client, rejectIfRedisNotReady: true }),
    close: async () => client.disconnect(),
  };
}

/**
 * The loggable parts of an error. A Redis client error contains its command, and AUTH contains the password, so never
 * log it whole.
 */
export function wordsOf(error: unknown): { readonly code?: string; readonly reason: string } {
  if (!(error instanceof Error)) return { reason: 'unknown' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { ...code, reason: error.message };
}
