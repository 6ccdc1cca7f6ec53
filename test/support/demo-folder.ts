import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { systemClock } from '../../core/time/clock.js';
import { seedDemo } from '../../prisma/seed/demo/seed.js';
import { silent } from './identity.js';
import { openOwnCluster } from './own-postgres.js';

/**
 * A data folder as a start leaves it behind, with a stopped embedded Postgres: the sixty loans that have every story,
 * as of today. The next start in it seeds nothing.
 */
export async function demoFolder(prefix: string): Promise<string> {
  const { dataDir, database } = await openOwnCluster(prefix);
  const pool = createPool(database.url, 4, silent);
  try {
    await seedDemo({ db: new Database(pool), clock: systemClock, isWide: false });
  } finally {
    await pool.end();
    await database.stop();
  }
  return dataDir;
}
