import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asMigrationList, type Migration, readMigrations } from './migrations-folder.js';
import { withSchemaEngine } from './schema-engine.js';

/**
 * The SQL from a database with every migration to the schema of prisma/schema; undefined if they agree.
 *
 * @param emptyDatabaseUrl a separate empty database: the migrations are replayed in it.
 * @param among only tests pass others than the product's.
 */
export async function nextMigrationSql(
  emptyDatabaseUrl: string,
  schemaFolder: string,
  among?: readonly Migration[],
): Promise<string | undefined> {
  const migrations = among ?? (await readMigrations());
  const files = await schemaFiles(schemaFolder);
  const { stdout } = await withSchemaEngine(emptyDatabaseUrl, (engine) =>
    engine.diff({
      from: migrations.length === 0 ? { tag: 'empty' } : { tag: 'migrations', ...asMigrationList(migrations) },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  const sql = stdout?.trim() ?? '';
  return sql === '' || sql === '-- This is an empty migration.' ? undefined : `${sql}\n`;
}

async function schemaFiles(folder: string) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => ({ path: join(folder, name), content: await readFile(join(folder, name), 'utf8') })),
  );
}
