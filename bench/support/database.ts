import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../core/config/load.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { systemClock } from '../../core/time/clock.js';
import { type SeededBulk, seedBulk } from '../../prisma/seed/bulk/seed-bulk.js';
import { openResources, type Resources } from '../../runtime/assembly/resources.js';
import { silent } from '../../test/support/identity.js';
import { openOwnPostgres } from '../../test/support/own-postgres.js';
import { say } from './bench.js';

/** An empty, migrated Postgres, and the data folder of the products on it. */
export interface Place {
  /** As the product's role. */
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  readonly dataDir: string;
}

/** Removes both at the end. */
export async function withDatabase<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const postgres = await openOwnPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  try {
    return await work({ databaseUrl: postgres.runUrl, ownerUrl: postgres.url, dataDir });
  } finally {
    await postgres.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The product's services in this process, without hosts and without a worker. */
export async function withResources<T>(
  { databaseUrl, dataDir }: Place,
  work: (resources: Resources) => Promise<T>,
  environment: Readonly<Record<string, string>> = {},
): Promise<T> {
  const settings = { DATABASE_URL: databaseUrl, TRIBUTARY_DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ...environment };
  const resources = await openResources({ config: await loadConfig(settings), databaseUrl, logger: silent });
  try {
    return await work(resources);
  } finally {
    await resources.close();
  }
}

/** Organizations with made-up transactions, a hundred on each account. */
export async function seedTransactions(
  databaseUrl: string,
  transactions: number,
  organizations = 4,
): Promise<SeededBulk> {
  const started = performance.now();
  const pool = createPool(databaseUrl, 2, silent);
  try {
    const size = { transactions, organizations, accounts: Math.ceil(transactions / 100) };
    return await seedBulk({ db: new Database(pool), databaseUrl, clock: systemClock, size });
  } finally {
    await pool.end();
    say(`seeded ${transactions} transactions in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  }
}
