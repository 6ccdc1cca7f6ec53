import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A pooler between us and Postgres that shares sessions; the message is for the person who starts us. */
export class SharedSessionsError extends Error {
  override readonly name = 'SharedSessionsError';
}

const ROUNDS = 3;
const SETTING = 'tributary.session';

/**
 * Makes sure that a connection is a session of its own. A pooler in transaction mode gives each transaction whichever session is free:
 * prepared statements, LISTEN, advisory locks and time limits would be somebody else's, and most requests fail.
 *
 * @throws {SharedSessionsError} when what one connection set is seen by another, or lost.
 */
export async function requireOwnSessions(databaseUrl: string): Promise<void> {
  if (await hasOwnSessions(databaseUrl)) return;
  throw new SharedSessionsError(
    'DATABASE_URL leads to a pooler that shares sessions (PgBouncer in transaction or statement mode). Prepared statements, LISTEN and advisory locks need a session for each connection: set pool_mode = session, or go to Postgres itself',
  );
}

async function hasOwnSessions(connectionString: string): Promise<boolean> {
  const clients = [0, 1].map(
    () =>
      new pg.Client({
        connectionString,
        application_name: 'tributary',
        query_timeout: 5_000,
        connectionTimeoutMillis: 5_000,
      }),
  );
  const [first, second] = clients;
  if (first === undefined || second === undefined) return true;
  try {
    for (const client of clients) {
      client.on('error', () => undefined); // the query under way says it
      await client.connect();
    }
    // While the second is in a transaction, the first would be given another session than it had, or finds its own taken.
    for (let round = 0; round < ROUNDS; round += 1) if (!(await keepsItsOwn(first, second))) return false;
    return true;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function keepsItsOwn(first: pg.Client, second: pg.Client): Promise<boolean> {
  const mark = randomUUID();
  await first.query('select set_config($1, $2, false)', [SETTING, mark]);
  if (!(await begins(second)) || (await markOf(second)) === mark) return false;
  const kept = await markOf(first);
  await second.query('rollback');
  return kept === mark;
}

/** PgBouncer in statement mode takes no transaction at all. */
async function begins(client: pg.Client): Promise<boolean> {
  return client.query('begin').then(
    () => true,
    (error: Error) => {
      if (/transaction blocks not allowed/.test(error.message)) return false;
      throw error;
    },
  );
}

async function markOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>('select current_setting($1, true) as mark', [SETTING]);
  return rows[0]?.mark ?? null;
}
