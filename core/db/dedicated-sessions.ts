import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A pooler shares sessions between us and Postgres; the message is for the person who starts the process. */
export class SharedSessionsError extends Error {
  override readonly name = 'SharedSessionsError';
}

const ROUNDS = 3;
const SETTING = 'tributary.session';

/**
 * Checks that each connection has its own session. A pooler in transaction mode gives each transaction any free
 * session: prepared statements, LISTEN, advisory locks and time limits would affect other clients, and most requests
 * would fail.
 *
 * @throws {SharedSessionsError} when a connection sees what another one set, or loses what it set.
 */
export async function requireDedicatedSessions(databaseUrl: string): Promise<void> {
  if (await hasOwnSessions(databaseUrl)) return;
  throw new SharedSessionsError(
    'DATABASE_URL leads to a pooler that shares sessions (PgBouncer in transaction or statement mode). Prepared statements, LISTEN and advisory locks need a session for each connection: set pool_mode = session, or connect directly to Postgres',
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
      client.on('error', () => undefined); // the running query reports it
      await client.connect();
    }
    // While the second is in a transaction, the first would get another session, or find its own in use.
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

/** PgBouncer in statement mode accepts no transactions. */
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
