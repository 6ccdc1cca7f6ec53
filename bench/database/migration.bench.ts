import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../core/db/with-client.js';
import type { Backfill } from '../../runtime/migrate/backfills.js';
import { type MigrateOptions, migrate } from '../../runtime/migrate/migrate.js';
import { type Migration, readMigrations } from '../../runtime/migrate/migrations-folder.js';
import { createFixture } from '../rest/fixture.js';
import { say, withNumbers } from '../support/bench.js';
import { seedTransactions, withDatabase } from '../support/database.js';
import { markdownTable } from '../support/figures.js';
import { startServer } from '../support/start-server.js';
import { Load } from './migration-load.js';

const QUIET_MS = 10_000;
/** How long a reader holds the table while a column is added to it. */
const READER_MS = 8_000;

const file = (name: string, sql: string): Migration => ({ name: `29990101000000_${name}`, sql, checksum: name });
const COLUMN = file('1_column', 'alter table collected_payment add column bench_memo text');
const INDEX = file(
  '2_index',
  'create index concurrently "bench_by_reference" on "collected_payment" ("organization_id", "external_reference", "amount_cents", "id")',
);
const BACKFILL: Backfill = {
  name: 'bench_memo',
  table: 'collected_payment',
  key: ['organization_id', 'id'],
  set: "bench_memo = 'paid by ' || target.payment_method::text",
  where: 'target.bench_memo is null',
};

/** A column, an index and a backfill over many payments while payments come in. */
export const bench = withNumbers({ payments: 1_500_000 }, ({ payments }) =>
  withDatabase(async (place) => {
    const fixture = await createFixture(place);
    await seed(place.ownerUrl, payments);
    const server = await startServer('tributary', place);
    try {
      const load = await Load.begin(server.url, fixture);
      const head = [`${payments} payments; phase`, 's', 'requests', 'failed', 'p50 ms', 'p99 ms', 'longest ms'];
      process.stdout.write(markdownTable(head, await measure(place.ownerUrl, load)));
    } finally {
      await server.stop();
    }
  }),
);

async function seed(databaseUrl: string, payments: number): Promise<void> {
  await seedTransactions(databaseUrl, payments);
  await withClient(databaseUrl, async (client) => {
    await client.query(`
      insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status, recorded_by, created_at)
      select id, organization_id, account_id, greatest(abs(coalesce(amount_cents, 1)), 1), 'cash', 'posted', 'bench', created_at
        from transaction where id not in (select id from collected_payment)`);
    await client.query('vacuum analyze collected_payment');
  });
}

async function measure(databaseUrl: string, load: Load): Promise<readonly (readonly unknown[])[]> {
  const known = await readMigrations();
  const migrated = (options: MigrateOptions) => migrate(databaseUrl, { say, ...options });
  await sleep(2_000); // warms up
  const rows = [
    await load.during('nothing', () => sleep(QUIET_MS)),
    await load.during(`a column, while a reader holds the table for ${READER_MS / 1_000} s`, () =>
      besideReader(databaseUrl, () => migrated({ migrations: [...known, COLUMN] })),
    ),
    await load.during('an index, CONCURRENTLY', () => migrated({ migrations: [...known, COLUMN, INDEX] })),
    await load.during('a backfill of every row', () =>
      migrated({ migrations: [...known, COLUMN, INDEX], backfills: [BACKFILL] }),
    ),
  ];
  await load.end();
  return rows;
}

async function besideReader(databaseUrl: string, work: () => Promise<unknown>): Promise<void> {
  let working: Promise<unknown> = Promise.resolve();
  await withClient(databaseUrl, async (reader) => {
    await reader.query("set application_name = 'a long report'");
    await reader.query('begin');
    await reader.query('select 1 from collected_payment limit 1');
    working = work();
    await sleep(READER_MS);
    await reader.query('commit');
  });
  await working;
}
