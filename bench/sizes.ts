import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../core/db/database.js';
import { createPool } from '../core/db/pool.js';
import { withClient } from '../core/db/with-client.js';
import { createLogger } from '../core/logging/logger.js';
import { systemClock } from '../core/time/clock.js';
import { seedBulk } from '../prisma/seed/bulk/seed-bulk.js';
import { startEmbeddedDatabase } from '../runtime/embedded/embedded-database.js';
import { migrate } from '../runtime/migrate/migrate.js';
import { numbers } from './numbers.js';

const { transactions: TRANSACTIONS } = numbers('bench:sizes', 'What rows and their indexes take.', {
  transactions: 1_000_000,
});
const MEGABYTE = 1_000_000;

interface Size {
  readonly table: string;
  /** Empty for the table's rows themselves. */
  readonly index: string;
  readonly bytes: number;
}

/** `npm run bench:sizes -- [transactions]`: the disk space of a bulk seed's rows, and of each of their indexes. */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  const database = await startEmbeddedDatabase({ dataDir, logger: createLogger('fatal', 'bench') });
  const pool = createPool(database.ownerUrl, 2, createLogger('fatal', 'bench'));
  try {
    await migrate(database.ownerUrl, { runsAs: database.url });
    const size = { transactions: TRANSACTIONS, organizations: 4, accounts: Math.ceil(TRANSACTIONS / 100) };
    await seedBulk({ db: new Database(pool), databaseUrl: database.ownerUrl, clock: systemClock, size });
    process.stdout.write(report(await sizes(database.ownerUrl)));
  } finally {
    await pool.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function sizes(databaseUrl: string): Promise<readonly Size[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Size>(`
      select relname as table, '' as index, pg_table_size(oid)::float8 as bytes
        from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      union all
      select indrelid::regclass::text, indexrelid::regclass::text, pg_relation_size(indexrelid)::float8
        from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
      order by 1, 2`);
    return rows;
  });
}

function report(all: readonly Size[]): string {
  const of = (some: readonly Size[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  const line = (name: string, bytes: number) => `| ${name} | ${(bytes / MEGABYTE).toFixed(1)} |`;
  const indexes = all.filter(({ index }) => index !== '');
  const share = ((100 * of(indexes)) / of(all)).toFixed(1);
  return [
    '| | MB |',
    '|---|---|',
    ...all.filter(({ bytes }) => bytes > MEGABYTE).map(({ table, index, bytes }) => line(index || table, bytes)),
    line(`total; ${share} % are indexes`, of(all)),
    '',
  ].join('\n');
}

await main();
