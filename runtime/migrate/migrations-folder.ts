import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList } from '@prisma/schema-engine-wasm';

/** One migration of the folder. */
export interface Migration {
  /** The folder's name, `20260101000000_what_it_does`; the names sort in the order of application. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 in hexadecimal, as Prisma stores it in `_prisma_migrations`. */
  readonly checksum: string;
}

/** prisma/migrations; the same relative path from the sources and from the compiled code. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Every migration of the folder, oldest first. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

/** The same in the format of Prisma's schema engine. */
export function asMigrationList(migrations: readonly Migration[], folder = MIGRATIONS_FOLDER): MigrationList {
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
