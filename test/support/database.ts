import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './database-server.js';

/** A migrated, empty database of one test file. */
export interface TestDatabase {
  /** `postgres://…` as the owner, who may do everything: for `createPool`, `loadConfig({ DATABASE_URL: url })` or a process that the test starts. */
  readonly url: string;
  /** The same as the role that the product works as. */
  readonly runUrl: string;
  /** Ends what is still connected to it, and drops it. */
  drop(): Promise<void>;
}

/**
 * A real Postgres database with every migration applied, copied from a template in well under 100 ms. One per test file:
 *
 * @example
 * const database = await freshDatabase();
 * const pool = createPool(database.url, 4, createLogger('silent', 'test'));
 * const db = new Database(pool);
 * afterAll(async () => {
 *   await pool.end();
 *   await database.drop();
 * });
 */
export function freshDatabase(): Promise<TestDatabase> {
  return createDatabase(copyOf(TEMPLATE));
}

/** An empty database without any migration: for tests of migrating itself. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template template0');
}

/** Of `create database`: a copy of one that has no open session. */
export function copyOf(template: string): string {
  return `template ${template} strategy file_copy`;
}

/** One with a name of its own. */
export async function createDatabase(how: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} ${how}`);
  return {
    url: databaseAddress('databaseServerUrl', name),
    runUrl: databaseAddress('databaseRunUrl', name),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

export function databaseAddress(server: 'databaseServerUrl' | 'databaseRunUrl', name: string): string {
  const url = new URL(inject(server));
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
