import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { migrate } from '../../runtime/migrate/migrate.js';
import { readMigrations } from '../../runtime/migrate/migrations-folder.js';

const dumpSchema = z.object({
  /** The names of the version's migrations, which create its tables. */
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.number()),
  /** Rows in COPY's text format, sorted. */
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: z.string() })),
});

/** Tables that are not dumped: migrating creates the history, and the others are temporary. */
const LEFT_OUT = ['_prisma_migrations', 'heartbeat', 'rate_limit_window', 'loan_system_sighting', 'client_write'];

/**
 * All rows of a database, compressed; the same rows give the same bytes. The job queue is left out, as it may be in a
 * restored backup: the worker queues new jobs for overdue work at its start.
 */
export async function dumpOf(databaseUrl: string): Promise<Buffer> {
  return connected(databaseUrl, async (client) => {
    const columns = await client.query<{ name: string; columns: string[] }>(COLUMNS, [LEFT_OUT]);
    const tables: Record<string, unknown> = {};
    for (const { name, columns: names } of columns.rows) {
      const list = names.map((column) => client.escapeIdentifier(column)).join(', ');
      const rows = `copy (select ${list} from ${client.escapeIdentifier(name)} t order by t::text) to stdout`;
      const copied = await text(client.query(copyTo(rows)));
      if (copied !== '') tables[name] = { columns: names, rows: copied };
    }
    const sequences = await client.query<{ name: string; last: string }>(SEQUENCES);
    const migrations = (await readMigrations()).map(({ name }) => name);
    const last = Object.fromEntries(sequences.rows.map((row) => [row.name, Number(row.last)]));
    return promisify(gzip)(JSON.stringify({ migrations, sequences: last, tables }), { level: 9 });
  });
}

/**
 * Restores a version's dump into an empty database, with the version's own migrations. Rows that expire after some days
 * are kept for that time from now on, as if the dump had been made today.
 */
export async function restore(databaseUrl: string, compressed: Buffer): Promise<void> {
  const dump = dumpSchema.parse(JSON.parse((await promisify(gunzip)(compressed)).toString()));
  const migrations = (await readMigrations()).filter(({ name }) => dump.migrations.includes(name));
  await migrate(databaseUrl, { migrations, backfills: [] });
  await connected(databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica'); // tables are in order of their names, not of their references
    for (const [name, { columns, rows }] of Object.entries(dump.tables)) {
      const into = [name, ...columns].map((part) => client.escapeIdentifier(part));
      await client.query(`delete from ${into[0]}`); // the dump also has the rows that migrations wrote
      const stream = client.query(copyFrom(`copy ${into[0]} (${into.slice(1).join(', ')}) from stdin`));
      await pipeline(Readable.from([rows]), stream);
    }
    for (const [name, last] of Object.entries(dump.sequences))
      await client.query('select setval($1::regclass, $2)', [name, last]);
    await client.query(`update idempotency_record set expires_at = now() + interval '1 day'`);
  });
}

async function connected<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("set timezone = 'UTC'");
  return work(client).finally(() => client.end());
}

const COLUMNS = `
  select class.relname::text as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class class join pg_attribute a on a.attrelid = class.oid
   where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and class.relname::text <> all($1::text[])
     and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   group by 1 order by 1`;

const SEQUENCES = `
  select quote_ident(sequencename) as name, last_value as last
    from pg_sequences where schemaname = 'public' and last_value is not null order by 1`;
