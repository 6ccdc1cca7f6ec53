import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { migrate } from './migrate.js';
import { asMigrationList, readMigrations } from './migrations-folder.js';
import { nextMigrationSql } from './next-migration.js';
import { withSchemaEngine } from './schema-engine.js';

const SCHEMA = fileURLToPath(new URL('../../prisma/schema', import.meta.url));

/** The state that a newer version leaves. */
const LATER = `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  values ('later', 'its own', '29990101000000_later', now(), 1)`;

let database: TestDatabase;
afterEach(() => database.drop());

describe('migrate', () => {
  test('two starts at once: one applies every migration, the other has nothing to do', async () => {
    database = await emptyDatabase();
    const outcomes = await Promise.all([migrate(database.url), migrate(database.url)]);
    const names = (await readMigrations()).map(({ name }) => name);
    expect(outcomes.map(({ applied }) => applied)).toEqual(expect.arrayContaining([names, []]));
    expect(outcomes.map(({ jobQueueMigrated }) => jobQueueMigrated).sort()).toEqual([false, true]);
  });

  test('an up-to-date database is not changed', async () => {
    database = await freshDatabase();
    expect(await migrate(database.url)).toEqual({
      applied: [],
      jobQueueMigrated: false,
      granted: [],
      newer: [],
      backfilled: [],
    });
  });

  test('after a downgrade, migrations of the newer version stay, and are reported', async () => {
    database = await freshDatabase();
    await run(database.url, LATER);
    expect(await migrate(database.url)).toEqual({
      applied: [],
      jobQueueMigrated: false,
      granted: [],
      newer: ['29990101000000_later'],
      backfilled: [],
    });
  });

  test('Prisma accepts the history: nothing to apply, nothing changed', async () => {
    database = await emptyDatabase();
    await migrate(database.url);
    const migrationsList = asMigrationList(await readMigrations());
    const filters = { externalTables: [], externalEnums: [] };
    const apply = () => withSchemaEngine(database.url, (engine) => engine.applyMigrations({ migrationsList, filters }));
    expect(await apply()).toEqual({ appliedMigrationNames: [] });
  });

  test.for([
    [`update _prisma_migrations set checksum = 'another'`, /was changed after it was applied/],
    ['update _prisma_migrations set finished_at = null', /failed half-way/],
    [`update _prisma_migrations set migration_name = '29990101000000_later'`, /does not know/],
    [`${LATER.replace('2999', '2000')}`, /created before 0\.2\.0/],
    [LATER.replace('now()', 'null'), /failed half-way/],
  ] as const)('refuses a foreign history: %s', async ([change, message]) => {
    database = await freshDatabase();
    await run(database.url, change);
    await expect(migrate(database.url)).rejects.toThrow(message);
  });
});

test('the migrations create exactly the schema of prisma/schema', async () => {
  database = await emptyDatabase();
  expect(await nextMigrationSql(database.url, SCHEMA)).toBeUndefined();
});

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
