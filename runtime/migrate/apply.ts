import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { LockRetries } from './lock-retries.js';
import { MigrationError } from './migration-history.js';
import type { Migration } from './migrations-folder.js';

/** The same table as Prisma's, so that `prisma migrate` and this product can continue each other's work. */
const HISTORY = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

const RECORD = `
  insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  values ($1, $2, $3, now(), clock_timestamp(), 1)`;

/** The step of a file that cannot run in a transaction. */
interface IndexStep {
  readonly isBuilt: boolean;
  /** As written, with its quotes. */
  readonly index: string;
}

/** Applies migrations one by one, each atomically, even if the process dies. */
export async function applyMigrations(
  client: Client,
  pending: readonly Migration[],
  patience: LockRetries,
): Promise<void> {
  await client.query(HISTORY);
  for (const migration of pending) {
    const step = indexStep(migration.sql);
    const work = step === undefined ? applyInTransaction : applyIndexStep(step);
    await work(client, migration, patience).catch((error: unknown) => {
      throw asMigrationError(migration, error);
    });
  }
}

function applyInTransaction(client: Client, migration: Migration, patience: LockRetries): Promise<void> {
  return patience.untilLocked(migration.name, async () => {
    await client.query('begin');
    try {
      await client.query(migration.sql);
      await record(client, migration);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined); // if the connection was lost, Postgres rolls back
      throw error;
    }
  });
}

/** Cleans up after an earlier try: drops an index that is invalid; if it is valid, only the record is missing. */
function applyIndexStep({ isBuilt, index }: IndexStep) {
  return async (client: Client, migration: Migration, patience: LockRetries): Promise<void> => {
    const drop = () => client.query(`drop index concurrently if exists ${index}`);
    const state = isBuilt ? await stateOf(client, index) : undefined;
    if (state === 'invalid') await patience.inOnePiece(migration.name, drop);
    if (state !== 'valid') {
      await patience.inOnePiece(migration.name, () => client.query(migration.sql));
    }
    await record(client, migration);
  };
}

async function record(client: Client, { checksum, name }: Migration): Promise<void> {
  await client.query(RECORD, [randomUUID(), checksum, name]);
}

async function stateOf(client: Client, index: string): Promise<'valid' | 'invalid' | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  const [found] = rows;
  return found && (found.valid ? 'valid' : 'invalid');
}

/** A file with one statement that builds or drops an index CONCURRENTLY; a test rejects every other form. */
export function indexStep(sql: string): IndexStep | undefined {
  const statement = sql.replaceAll(/^\s*--.*$/gm, '').trim();
  const built = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!on\s|if\s)("[^"]+"|\w+)\s/i.exec(statement);
  const dropped = /^drop\s+index\s+concurrently\s+if\s+exists\s+("[^"]+"|\w+)\s*;?$/i.exec(statement);
  const index = built?.[1] ?? dropped?.[1];
  return index === undefined ? undefined : { isBuilt: built !== null, index };
}

/**
 * An error of the migration itself gets a message for the person who starts it; a lost connection is rethrown
 * unchanged.
 */
function asMigrationError(migration: Migration, error: unknown): unknown {
  const isRefused = error instanceof Error && 'code' in error && /^(?!08|57|58)[0-9A-Z]{5}$/.test(String(error.code));
  if (!isRefused) return error;
  return new MigrationError(`migration ${migration.name} cannot be applied: ${error.message}`, { cause: error });
}
