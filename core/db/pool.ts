import pg from 'pg';
import type { Logger } from '../logging/logger.js';
import { FencedPool } from './fence/fenced-pool.js';
import type { Fence } from './fence/refuse-older-servers.js';
import { type PoolPurpose, watchPool } from './pool-gauge.js';
import { ShrinkingPool } from './pool-that-waits-for-open-connections.js';

const { builtins } = pg.types;

/**
 * The form in which Postgres' values arrive: integers as safe numbers, dates as `YYYY-MM-DD`, instants as ISO 8601
 * with milliseconds.
 */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: safeInteger,
  [builtins.DATE]: pg.types.getTypeParser(builtins.TEXT),
  [builtins.TIMESTAMPTZ]: isoInstant,
};

/**
 * No statement may block others indefinitely: Postgres ends one that waits longer for a lock, runs longer, or idles
 * longer in a transaction, even if its process has gone. Milliseconds.
 */
const PATIENCE = { lock_timeout: 3_000, statement_timeout: 15_000, idle_in_transaction_session_timeout: 10_000 };

/**
 * An export runs while its reader reads, and ends soon after the reader stops. (COPY notices a lost reader when it
 * writes; these limits are for one that is still sorting.) It uses one core, whatever the planner would prefer.
 */
const EXPORT_PATIENCE = {
  ...PATIENCE,
  statement_timeout: 900_000,
  client_connection_check_interval: 2_000,
  max_parallel_workers_per_gather: 0,
};

/**
 * Not on Citus, which plans for the given organization. Each statement is planned once per connection, along the index that it was written for: statistics of a young table
 * often say that all its rows are alike, and then a scan of the whole table seems as cheap, whatever it grows to.
 */
const BY_KEY = {
  plan_cache_mode: 'force_generic_plan',
  random_page_cost: 1.1,
  enable_seqscan: 'off',
  enable_sort: 'off',
};

/** The notation of values, whatever the server, the role or the address sets. */
const NOTATION = { TimeZone: 'UTC', DateStyle: 'ISO' };

/**
 * The driver's own time limits, for when Postgres cannot enforce its limits: its host is gone, or its processes hang.
 */
export const DRIVER_TIMEOUTS = {
  /** Longer than any statement may run. */
  query_timeout: PATIENCE.statement_timeout + 2_000,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** The few connections for exports, separate from the pool for requests; none is opened before the first export. */
export function createExportPool(
  connectionString: string,
  size: number,
  logger: Logger,
  purpose: PoolPurpose = 'exports',
  fence?: Fence,
): pg.Pool {
  // COPY does not report to the driver that it has finished, so no time limit may wait for that.
  return openPool(purpose, { connectionString, max: size, query_timeout: 0 }, EXPORT_PATIENCE, logger, fence);
}

/**
 * One pool per process for requests, shared by the Prisma adapter and statements. Code outside core/db cannot import
 * it (lint).
 *
 * @param fence - shared by all pools of a process that lead to the primary; not used by a short command, nor for a
 * replica
 */
export function createPool(
  connectionString: string,
  size: number,
  logger: Logger,
  purpose: PoolPurpose = 'requests',
  fence?: Fence,
): pg.Pool {
  return openPool(purpose, { connectionString, max: size }, PATIENCE, logger, fence);
}

/** Connections for single statements that find their few rows by key. None is opened before the first. */
export function createKeyedPool(connectionString: string, size: number, logger: Logger, fence: Fence): pg.Pool {
  return openPool('by key', { connectionString, max: size }, PATIENCE, logger, fence, BY_KEY);
}

function openPool(
  purpose: PoolPurpose,
  options: pg.PoolConfig & { readonly max: number },
  session: Readonly<Record<string, number>>,
  logger: Logger,
  fence: Fence | undefined,
  planning: Readonly<Record<string, number | string>> = {},
): pg.Pool {
  const setUp = {
    text: `select set_config(key, value, false) from json_each_text($1) union all
      select set_config(key, value, false) from json_each_text($2)
       where not exists (select from pg_extension where extname = 'citus')`,
    values: [JSON.stringify({ ...NOTATION, ...session }), JSON.stringify(planning)],
    query_timeout: DRIVER_TIMEOUTS.connectionTimeoutMillis,
  };
  const pool = poolFor(fence, {
    ...DRIVER_TIMEOUTS,
    idleTimeoutMillis: 30_000,
    application_name: 'tributary',
    types: { getTypeParser: (id, format) => PARSERS[id] ?? pg.types.getTypeParser(id, format) },
    // Set after connecting, not as startup `options`: options in the address would replace them, and PgBouncer
    // refuses them.
    onConnect: async (client) => {
      await client.query(setUp);
      await fence?.admit(client, DRIVER_TIMEOUTS.connectionTimeoutMillis);
    },
    ...options,
  });
  watchPool(purpose, pool);
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  // The pool listens only to idle connections. If one ended between two statements of a transaction, the error would
  // end the process; with this listener, the next statement fails instead.
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.debug({ err: error }, 'a database connection was lost'));
  });
  return pool;
}

function poolFor(fence: Fence | undefined, options: pg.PoolConfig & { readonly max: number }): pg.Pool {
  return fence === undefined ? new ShrinkingPool(options) : new FencedPool(options, fence);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a stored integer is beyond 2^53 - 1');
  return value;
}

/** `2026-01-02 03:04:05.678901+00` (the session runs in UTC) → `2026-01-02T03:04:05.678Z`. */
function isoInstant(text: string): string {
  if (!text.endsWith('+00')) throw new RangeError('a stored instant is not in UTC');
  const fraction = text
    .slice(19, text.indexOf('+', 19))
    .padEnd(4, text.charAt(19) === '.' ? '0' : '')
    .slice(0, 4);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction.length === 4 ? fraction : '.000'}Z`;
}
