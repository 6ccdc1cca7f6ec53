import pg from 'pg';
import { inject } from 'vitest';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { createLogger } from '../../core/logging/logger.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { type SeededDemo, seedDemo } from '../../prisma/seed/demo/seed.js';
import { closeDemoDays } from './close-demo-days.js';
import { copyOf, createDatabase, databaseAddress, type TestDatabase } from './database.js';
import { TEMPLATE } from './database-server.js';

export const DEMO_NOW = '2026-11-18T15:00:00Z';

/** The databases that demo copies come from, each created by the first file of the run that needs it. */
const SEEDED = 'demo';
const CLOSED = 'demo_closed';
/** One of them while it is being created. */
const MAKING = 'demo_making';

export interface DemoDatabase {
  readonly database: TestDatabase;
  readonly demo: SeededDemo;
}

/**
 * A database for one test file with two years of demo history, of the sixty loans that have every story, as of
 * `DEMO_NOW`.
 *
 * @param areDaysClosed - whether past days are closed and each loan's positions are written, as the worker's jobs do
 */
export async function freshDemoDatabase({ areDaysClosed }: { readonly areDaysClosed: boolean }): Promise<DemoDatabase> {
  const server = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await server.connect();
  try {
    // Two workers may need it at once: the second waits for the first, and finds it ready.
    await server.query('select pg_advisory_lock(hashtext($1))', [SEEDED]);
    const demo = (await madeBefore(server, SEEDED)) ?? (await make(server, { name: SEEDED, from: TEMPLATE }, seed));
    if (areDaysClosed && (await madeBefore(server, CLOSED)) === undefined) {
      await make(server, { name: CLOSED, from: SEEDED }, async (parts) => {
        await closeDemoDays(parts);
        return demo;
      });
    }
    await server.query('select pg_advisory_unlock(hashtext($1))', [SEEDED]);
    return { database: await createDatabase(copyOf(areDaysClosed ? CLOSED : SEEDED)), demo };
  } finally {
    await server.end();
  }
}

/** The result of seeding is stored as the database's comment. */
async function madeBefore(server: pg.Client, name: string): Promise<SeededDemo | undefined> {
  const { rows } = await server.query<{ demo: string }>(
    "select shobj_description(oid, 'pg_database') as demo from pg_database where datname = $1",
    [name],
  );
  return rows[0] && JSON.parse(rows[0].demo);
}

type Parts = ReturnType<typeof partsOn>;

/** Created under another name: a database with its final name is complete. */
async function make(
  server: pg.Client,
  { name, from }: { readonly name: string; readonly from: string },
  fill: (parts: Parts) => Promise<SeededDemo>,
): Promise<SeededDemo> {
  await server.query(`drop database if exists ${MAKING} with (force)`);
  await server.query(`create database ${MAKING} ${copyOf(from)}`);
  const parts = partsOn(databaseAddress('databaseRunUrl', MAKING));
  const demo = await fill(parts).finally(() => parts.pool.end());
  await analyze(databaseAddress('databaseServerUrl', MAKING));
  await server.query(`comment on database ${MAKING} is ${pg.escapeLiteral(JSON.stringify(demo))}`);
  await server.query(`alter database ${MAKING} with allow_connections false`);
  await server.query(`alter database ${MAKING} rename to ${name}`);
  return demo;
}

function partsOn(url: string) {
  const logger = createLogger('fatal', 'test');
  const pool = createPool(url, 4, logger);
  return { pool, db: new Database(pool), clock: new SimulatedClock(DEMO_NOW), logger };
}

const seed = ({ db, clock }: Parts) => seedDemo({ db, clock, isWide: false });

/** Analyzed, so that the planner has statistics in every copy from the start. */
async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
