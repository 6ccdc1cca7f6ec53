import type { Config } from '../core/config/load.js';
import { loadConfig } from '../core/config/load.js';
import type { ProcessNeeds } from '../core/config/secrets-needed-by-process.js';
import { Database } from '../core/db/database.js';
import { requireDedicatedSessions } from '../core/db/dedicated-sessions.js';
import { createPool } from '../core/db/pool.js';
import { createLogger, type Logger } from '../core/logging/logger.js';
import {
  type DatabaseAddresses,
  findEmbeddedDatabase,
  hasEmbeddedDatabase,
  startEmbeddedDatabase,
} from './embedded/embedded-database.js';
import { migrate } from './migrate/migrate.js';
import { RunError } from './run-error.js';

/** Resources of an administrative command. */
export interface Session {
  readonly config: Config;
  readonly logger: Logger;
  readonly databaseUrl: string;
  /** With the role that owns the tables, for work that only it may do. */
  readonly ownerUrl: string;
  readonly db: Database;
}

const POOL_SIZE = 2;

export interface SessionOptions {
  readonly poolSize?: number;
  /** Whether a missing database is created. */
  readonly mayCreate?: boolean;
  /** What the process does, which determines the secrets that it needs. */
  readonly use?: ProcessNeeds;
}

/** For work that encrypts or decrypts stored secrets, or writes keyed digests of personal data. */
export const KEEPS_SECRETS = { use: { keepsSecrets: true } } as const;

/**
 * Runs one command's work on its database, and leaves nothing open.
 *
 * @throws {RunError} if there is no database: a result from a new, empty one would be misleading.
 */
export async function withSession<T>(
  work: (session: Session) => Promise<T>,
  { poolSize = POOL_SIZE, mayCreate = false, use = {} }: SessionOptions = {},
): Promise<T> {
  const config = await loadConfig(undefined, use);
  if (!mayCreate) requireDatabase(config);
  const logger = createLogger(config.LOG_LEVEL, 'cli');
  return withDatabase(config, logger, async ({ url: databaseUrl, ownerUrl }, startedHere) => {
    await (startedHere ? migrate(ownerUrl, { runsAs: databaseUrl }) : requireDedicatedSessions(databaseUrl));
    const pool = createPool(databaseUrl, poolSize, logger);
    try {
      return await work({ config, logger, databaseUrl, ownerUrl, db: new Database(pool) });
    } finally {
      await pool.end();
    }
  });
}

function requireDatabase({ DATABASE_URL, dataDir }: Config): void {
  if (DATABASE_URL !== undefined || hasEmbeddedDatabase(dataDir)) return;
  throw new RunError(`there is no database in ${dataDir}: set DATABASE_URL, or run \`npm start\` there first`);
}

/**
 * The configured database; otherwise that of a running start; otherwise the embedded one, started for as long as the
 * work takes.
 */
export async function withDatabase<T>(
  config: Config,
  logger: Logger,
  work: (addresses: DatabaseAddresses, startedHere: boolean) => Promise<T>,
): Promise<T> {
  const present = configured(config) ?? (await findEmbeddedDatabase(config.dataDir));
  if (present !== undefined) return work(present, false);
  const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, logger });
  try {
    return await work(embedded, true);
  } finally {
    await embedded.stop();
  }
}

/** If there is only one address, its role is also the owner. */
function configured({ DATABASE_URL, DATABASE_OWNER_URL }: Config): DatabaseAddresses | undefined {
  return DATABASE_URL === undefined ? undefined : { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL ?? DATABASE_URL };
}
