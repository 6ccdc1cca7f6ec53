import type { Config } from '../core/config/load.js';
import { loadConfig } from '../core/config/load.js';
import { Database } from '../core/db/database.js';
import { findEmbeddedDatabase, startEmbeddedDatabase } from '../core/db/embedded/embedded-database.js';
import { migrate } from '../core/db/migrate/migrate.js';
import { createPool } from '../core/db/pool.js';
import { createLogger, type Logger } from '../core/logger.js';

/** What an administrative command works with. */
export interface Session {
  readonly config: Config;
  readonly logger: Logger;
  readonly databaseUrl: string;
  readonly db: Database;
}

const POOL_SIZE = 2;

/** Runs the work of one command on its database, and leaves nothing open. */
export async function withSession<T>(work: (session: Session) => Promise<T>, poolSize = POOL_SIZE): Promise<T> {
  const config = await loadConfig();
  const logger = createLogger(config.LOG_LEVEL, 'cli');
  return withDatabaseUrl(config, logger, async (databaseUrl, startedHere) => {
    if (startedHere) await migrate(databaseUrl);
    const pool = createPool(databaseUrl, poolSize, logger);
    try {
      return await work({ config, logger, databaseUrl, db: new Database(pool) });
    } finally {
      await pool.end();
    }
  });
}

/** The configured database; else that of a running start; else the embedded one, started for as long as the work takes. */
export async function withDatabaseUrl<T>(
  config: Config,
  logger: Logger,
  work: (url: string, startedHere: boolean) => Promise<T>,
): Promise<T> {
  const present = config.DATABASE_URL ?? (await findEmbeddedDatabase(config.dataDir));
  if (present !== undefined) return work(present, false);
  const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, logger });
  try {
    return await work(embedded.url, true);
  } finally {
    await embedded.stop();
  }
}
