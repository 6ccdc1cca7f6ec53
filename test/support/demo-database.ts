import pg from 'pg';
import { inject } from 'vitest';
import { SimulatedClock } from '../../core/clock.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { createLogger } from '../../core/logger.js';
import { type SeededDemo, seedDemo } from '../../prisma/seed/demo/seed.js';
import { copyOf, createDatabase, databaseAddress, type TestDatabase } from './database.js';
import { TEMPLATE } from './database-server.js';

export const DEMO_NOW = '2026-11-18T15:00:00Z';

/** The database that every file's demo is copied from, made by the first file of the run that asks. */
const DEMO_TEMPLATE = 'demo';
/** The same while it is seeded. */
const SEEDING = 'demo_seeding';

export interface DemoDatabase {
  readonly database: TestDatabase;
  readonly demo: SeededDemo;
}

/** A database of one test file with two years of demo history, of the sixty loans that have every story, as of `DEMO_NOW`. */
export async function freshDemoDatabase(): Promise<DemoDatabase> {
  const server = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await server.connect();
  try {
    // Two workers may ask at once: the second waits for the first, and finds it made.
    await server.query('select pg_advisory_lock(hashtext($1))', [DEMO_TEMPLATE]);
    const demo = (await seededDemo(server)) ?? (await seedTemplate(server));
    await server.query('select pg_advisory_unlock(hashtext($1))', [DEMO_TEMPLATE]);
    return { database: await createDatabase(copyOf(DEMO_TEMPLATE)), demo };
  } finally {
    await server.end();
  }
}

/** What was seeded is the template's comment. */
async function seededDemo(server: pg.Client): Promise<SeededDemo | undefined> {
  const { rows } = await server.query<{ demo: string }>(
    "select shobj_description(oid, 'pg_database') as demo from pg_database where datname = $1",
    [DEMO_TEMPLATE],
  );
  return rows[0] && JSON.parse(rows[0].demo);
}

async function seedTemplate(server: pg.Client): Promise<SeededDemo> {
  await server.query(`drop database if exists ${SEEDING} with (force)`);
  await server.query(`create database ${SEEDING} ${copyOf(TEMPLATE)}`);
  const demo = await seed(databaseAddress('databaseRunUrl', SEEDING));
  await analyze(databaseAddress('databaseServerUrl', SEEDING));
  await server.query(`comment on database ${SEEDING} is ${pg.escapeLiteral(JSON.stringify(demo))}`);
  await server.query(`alter database ${SEEDING} with allow_connections false`);
  await server.query(`alter database ${SEEDING} rename to ${DEMO_TEMPLATE}`);
  return demo;
}

async function seed(url: string): Promise<SeededDemo> {
  const pool = createPool(url, 4, createLogger('fatal', 'test'));
  try {
    return await seedDemo({ db: new Database(pool), clock: new SimulatedClock(DEMO_NOW), isWide: false });
  } finally {
    await pool.end();
  }
}

/** The planner knows its tables from the start, in every copy. */
async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
