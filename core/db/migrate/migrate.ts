import pg from 'pg';
import { requireOwnSessions } from '../own-sessions.js';
import { applyMigrations } from './apply.js';
import { BACKFILLS, type Backfill, runBackfills } from './backfills.js';
import { migrateJobQueue } from './job-queue.js';
import { LockPatience } from './lock-patience.js';
import { type Migration, readMigrations } from './migrations-folder.js';
import { historyOf } from './pending.js';

/** Any number that nothing else in the database locks; the same in every version. */
const MIGRATION_LOCK = 7_214_400_801;

/** Ten minutes. */
const WAIT_MS = 600_000;

/** What one call of `migrate` did. */
export interface MigrationOutcome {
  /** Names of the migrations applied now, oldest first; empty when the database was up to date. */
  readonly applied: readonly string[];
  readonly jobQueueMigrated: boolean;
  /** Of a newer version that was here before: this one runs on them, for migrations only add. */
  readonly newer: readonly string[];
  /** Names of the backfills that were finished now. */
  readonly backfilled: readonly string[];
}

export interface MigrateOptions {
  /** How long each step waits for locks that others hold, and the first for another process that migrates. Default ten minutes. */
  readonly waitMs?: number;
  /** Takes a line for the person who waits. */
  readonly say?: (line: string) => void;
  /** Only tests and benches hand in others than the product's. */
  readonly migrations?: readonly Migration[];
  readonly backfills?: readonly Backfill[];
}

/**
 * Brings a database to this version while others work on it: our tables by prisma/migrations (kept in Prisma's standard
 * `_prisma_migrations`), the job queue's, then the backfills. It is never in anybody's way for longer than two seconds. Safe when
 * several processes start at once: they take turns, and the later ones find nothing to do.
 *
 * @throws {MigrationError} when the database's history does not fit this version's, or a lock could not be had in time.
 * @throws {SharedSessionsError} behind a pooler that shares sessions.
 */
export async function migrate(
  databaseUrl: string,
  { waitMs = WAIT_MS, say = () => undefined, migrations, backfills = BACKFILLS }: MigrateOptions = {},
): Promise<MigrationOutcome> {
  await requireOwnSessions(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tributary migrate' });
  client.on('error', () => undefined); // the statement under way says it
  await client.connect();
  const patience = new LockPatience({ client, databaseUrl, waitMs, say });
  try {
    await patience.begin();
    const known = migrations ?? (await readMigrations());
    await patience.untilSo('migrate', 'another process that migrates this database', () => lock(client));
    const { pending, newer } = await historyOf(client, known);
    if (pending.length > 0) await applyMigrations(client, pending, patience);
    const jobQueueMigrated = await migrateJobQueue(client, databaseUrl, patience);
    const backfilled = await runBackfills(client, backfills, patience, say);
    return { applied: pending.map(({ name }) => name), jobQueueMigrated, newer, backfilled };
  } finally {
    await patience.close();
    await client.end(); // ends the session, and with it the lock
  }
}

async function lock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [MIGRATION_LOCK]);
  return rows[0]?.ours === true;
}
