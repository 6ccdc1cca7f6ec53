import pg from 'pg';
import { requireDedicatedSessions } from '../../core/db/dedicated-sessions.js';
import { isJobQueueBehind } from '../../core/jobs/queue-version.js';
import { grantRights } from '../roles/grant-rights.js';
import { restrictDefinerFunctions } from '../roles/restrict-definer-functions.js';
import { roleOf } from '../roles/role-in-database-url.js';
import { applyMigrations } from './apply.js';
import { BACKFILLS, type Backfill, runBackfills, unfinishedBackfills } from './backfills.js';
import { LockRetries } from './lock-retries.js';
import { migrateJobQueue } from './migrate-job-queue.js';
import { historyOf, MigrationError } from './migration-history.js';
import { type Migration, readMigrations } from './migrations-folder.js';

/** Any number that is not locked for another purpose in the database; the same in every version. */
const MIGRATION_LOCK = 7_214_400_801;

/** Ten minutes. */
const WAIT_MS = 600_000;

/** Result of one call of `migrate`. */
export interface MigrationOutcome {
  /** Names of the migrations applied now, oldest first; empty when the database was up to date. */
  readonly applied: readonly string[];
  readonly jobQueueMigrated: boolean;
  /** Tables, sequences and functions on which the rights of the product's role changed. */
  readonly granted: readonly string[];
  /** Migrations of a newer version that was here before: this version can use them, because migrations only add. */
  readonly newer: readonly string[];
  /** Names of the backfills that were finished now. */
  readonly backfilled: readonly string[];
}

export interface MigrateOptions {
  /** Address that the product runs under: if its role is not the owner, that role gets its rights. */
  readonly runsAs?: string;
  /**
   * How long each step waits for locks that others hold, and the first one for another migrating process. Default ten
   * minutes.
   */
  readonly waitMs?: number;
  /** Receives a line of progress. */
  readonly say?: (line: string) => void;
  /** Only tests and benches pass others than the product's. */
  readonly migrations?: readonly Migration[];
  readonly backfills?: readonly Backfill[];
}

/**
 * Migrates a database to this version while others work on it: our tables with prisma/migrations (recorded in Prisma's
 * standard `_prisma_migrations`), the job queue's, the rights of the product's role, then the backfills. It never
 * blocks other sessions for longer than two seconds. Safe when several processes start at once: they take turns, and
 * the later ones have nothing to do.
 *
 * @param databaseUrl with the owner of the tables; another role is enough for a database that is up to date.
 * @throws {MigrationError} when the database's history does not match this version's, a lock could not be acquired in
 * time, or this role lacks the rights for a step.
 * @throws {SharedSessionsError} behind a pooler that shares sessions.
 */
export async function migrate(
  databaseUrl: string,
  {
    waitMs = WAIT_MS,
    say = () => undefined,
    runsAs = databaseUrl,
    migrations,
    backfills = BACKFILLS,
  }: MigrateOptions = {},
): Promise<MigrationOutcome> {
  await requireDedicatedSessions(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tributary migrate' });
  client.on('error', () => undefined); // the current statement reports it
  await client.connect();
  const patience = new LockRetries({ client, databaseUrl, waitMs, say });
  try {
    await patience.begin();
    const known = migrations ?? (await readMigrations());
    await patience.untilSo('migrate', 'another process that migrates this database', () => lock(client));
    const { pending, newer } = await historyOf(client, known);
    if (pending.length > 0 || (await isJobQueueBehind(client))) await requireOwner(client);
    if (pending.length > 0) await applyMigrations(client, pending, patience);
    const jobQueueMigrated = await migrateJobQueue(client, databaseUrl, patience);
    const run = roleOf(runsAs)?.name;
    const isOther = run !== undefined && run !== roleOf(databaseUrl)?.name;
    const closed = await patience.untilLocked('migrate', () =>
      restrictDefinerFunctions(client, isOther ? run : undefined),
    );
    const granted = isOther ? await patience.untilLocked('migrate', () => grantRights(client, run)) : [];
    const left = await unfinishedBackfills(client, backfills);
    if (left.length > 0) await requireOwner(client);
    const backfilled = await runBackfills(client, left, patience, say);
    return {
      applied: pending.map(({ name }) => name),
      jobQueueMigrated,
      granted: [...granted, ...closed],
      newer,
      backfilled,
    };
  } finally {
    await patience.close();
    await client.end(); // ends the session, and with it the lock
  }
}

async function requireOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; may: boolean }>(
    `select current_user as name, has_schema_privilege('public', 'create') as may`,
  );
  if (rows[0] === undefined || rows[0].may) return;
  throw new MigrationError(
    `the database has an earlier version, and the role ${rows[0].name} may not change its tables: run \`migrate\` with the owner's address in DATABASE_OWNER_URL`,
  );
}

async function lock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [MIGRATION_LOCK]);
  return rows[0]?.ours === true;
}
