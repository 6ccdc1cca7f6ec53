import type { Client } from 'pg';
import type { Migration } from './migrations-folder.js';

/** A database that cannot be migrated; the message is for the person who starts it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

/** The first migration of 0.2.0; earlier ones were never released. */
const FIRST = '20261122084249_ground';

/** How a database's history differs from this version's. */
export interface History {
  readonly pending: readonly Migration[];
  /** Migrations of a newer version: migrations only add, so this version can use them. Names, oldest first. */
  readonly newer: readonly string[];
}

/**
 * The migrations that the database lacks, and those that this version does not know, from Prisma's own table: two small
 * queries, no engine.
 *
 * @throws {MigrationError} when one failed half-way, was edited after it was applied, or belongs to another history.
 */
export async function historyOf(client: Client, migrations: readonly Migration[]): Promise<History> {
  const applied = await appliedMigrations(client);
  const pending = migrations.filter((migration) => !applied.some(({ name }) => name === migration.name));
  const latest = migrations.at(-1)?.name ?? '';
  const newer: string[] = [];
  for (const { name, checksum, finished } of applied) {
    const migration = migrations.find((candidate) => candidate.name === name);
    const isNewer = migration === undefined && name > latest && pending.length === 0;
    if (name < FIRST) {
      throw new MigrationError(
        'the database was created before 0.2.0, which started with new tables; its data cannot be migrated. Start with an empty database: another DATABASE_URL, or for `npm start` delete the folder .tributary',
      );
    }
    if (migration === undefined && !isNewer) {
      throw new MigrationError(
        `the database has migration ${name}, which this version does not know; run a newer version`,
      );
    }
    if (!finished)
      throw new MigrationError(
        `migration ${name} failed half-way; repair the database, then mark it in _prisma_migrations`,
      );
    if (migration === undefined) newer.push(name);
    else if (migration.checksum !== checksum) {
      throw new MigrationError(
        `migration ${name} was changed after it was applied to this database; migrations are append-only`,
      );
    }
  }
  return { pending, newer: newer.toSorted() };
}

async function appliedMigrations(client: Client): Promise<readonly AppliedMigration[]> {
  const table = await client.query<{ present: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as present`,
  );
  if (table.rows[0]?.present !== true) return [];
  const applied = await client.query<AppliedMigration>(
    `select migration_name as name, checksum, finished_at is not null as finished
       from _prisma_migrations where rolled_back_at is null`,
  );
  return applied.rows;
}
