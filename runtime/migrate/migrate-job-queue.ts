import pg, { type Client } from 'pg';
import { isJobQueueBehind } from '../../core/jobs/queue-version.js';
import { LOCK_TIMEOUT_MS, type LockRetries } from './lock-retries.js';

/** Migrates the job queue's own tables (schema graphile_worker). Returns whether anything was applied. */
export async function migrateJobQueue(client: Client, databaseUrl: string, patience: LockRetries): Promise<boolean> {
  if (!(await isJobQueueBehind(client))) return false;
  const { Logger, runMigrations } = await import('graphile-worker');
  const pgPool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    application_name: 'tributary migrate',
    onConnect: async (session) => {
      await session.query("select set_config('lock_timeout', $1, false)", [String(LOCK_TIMEOUT_MS)]);
    },
  });
  pgPool.on('error', () => undefined); // the next statement reports it
  try {
    // Each of its migrations is a transaction: those already done are not repeated.
    await patience.untilLocked('the job queue', () => runMigrations({ pgPool, logger: new Logger(() => () => {}) }));
  } finally {
    await pgPool.end();
  }
  return true;
}
