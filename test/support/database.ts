import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './database-server.js';

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  /**
   * `postgres://…` as the owner, who may do everything: for `createPool`, `loadConfig({ DATABASE_URL: url })` or a
   * process that the test starts.
   */
  readonly url: string;
  /** The same, as the product's role. */
  readonly runUrl: string;
  /** Closes remaining connections and drops the database. */
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

/** An empty database without migrations: for tests of migrating itself. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template template0');
}

/** Options of `create database`: a copy of one without open sessions. */
export function copyOf(template: string): string {
  return `template ${template} strategy file_copy`;
}

/** Creates a database with its own name. */
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
