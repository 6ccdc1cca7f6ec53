import pg from 'pg';
import { migrateJobQueue } from './job-queue.js';
import { asMigrationList, type Migration, readMigrations } from './migrations-folder.js';
import { historyOf } from './pending.js';
import { withSchemaEngine } from './schema-engine.js';

/** Any number that nothing else in the database locks; the same in every version. */
const MIGRATION_LOCK = 7_214_400_801;

/** What one call of `migrate` did. */
export interface MigrationOutcome {
  /** Names of the migrations applied now, oldest first; empty when the database was up to date. */
  readonly applied: readonly string[];
  readonly jobQueueMigrated: boolean;
  /** Of a newer version that was here before: this one runs on them, for migrations only add. */
  readonly newer: readonly string[];
}

/**
 * Brings a database to this version: our tables by prisma/migrations (kept in Prisma's standard `_prisma_migrations`), and the
 * job queue's. Safe when several processes start at once: they take turns, and the later ones find nothing to do.
 *
 * @throws {MigrationError} when the database's history does not fit this version's.
 */
export async function migrate(databaseUrl: string): Promise<MigrationOutcome> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tributary migrate' });
  await client.connect();
  try {
    const migrations = await readMigrations();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { pending, newer } = await historyOf(client, migrations);
    if (pending.length > 0) await apply(databaseUrl, migrations);
    const jobQueueMigrated = await migrateJobQueue(client, databaseUrl);
    return { applied: pending.map(({ name }) => name), jobQueueMigrated, newer };
  } finally {
    await client.end(); // ends the session, and with it the lock
  }
}

async function apply(databaseUrl: string, migrations: readonly Migration[]): Promise<void> {
  const migrationsList = asMigrationList(migrations);
  const filters = { externalTables: [], externalEnums: [] };
  await withSchemaEngine(databaseUrl, (engine) => engine.applyMigrations({ migrationsList, filters }));
}
