import pg from 'pg';
import { migrate } from '../../runtime/migrate/migrate.js';
import type { TestDatabase } from '../support/database.js';
import { restore } from './dump.js';
import type { InFlight } from './in-flight.js';

/**
 * Restores into an empty database the state of a version that was stopped in the middle of its work, with the jobs of
 * its queue, and upgrades it to this version. Instants of real time (leases, tries, ages) are moved to the present, as
 * if the version had just stopped.
 */
export async function restoreInFlight(
  { url, runUrl }: Pick<TestDatabase, 'url' | 'runUrl'>,
  compressed: Buffer,
  inFlight: InFlight,
): Promise<void> {
  await restore(url, compressed);
  await onDatabase(url, (client) => moveToPresent(client, inFlight));
  await migrate(url, { runsAs: runUrl });
  await onDatabase(url, (client) => queueJobs(client, inFlight));
}

/** Instants of the business clock are before the day after the stop; all later ones are real time. */
async function moveToPresent(client: pg.Client, { stoppedOn, stoppedAt }: InFlight): Promise<void> {
  await client.query('set session_replication_role = replica'); // disables the triggers that protect the journal and the audit log
  const { rows } = await client.query<{ name: string; columns: string[] }>(TIMES);
  for (const { name, columns } of rows) {
    const moved = columns.map((column) => {
      const quoted = client.escapeIdentifier(column);
      return `${quoted} = case when ${quoted} >= $1::date + 1 then ${quoted} + (now() - $2::timestamptz) else ${quoted} end`;
    });
    await client.query(`update ${client.escapeIdentifier(name)} set ${moved.join(', ')}`, [stoppedOn, stoppedAt]);
  }
}

async function queueJobs(client: pg.Client, { jobs }: InFlight): Promise<void> {
  for (const { identifier, payload, key } of jobs) {
    const job = [identifier, JSON.stringify(payload), key];
    await client.query('select graphile_worker.add_job($1, $2::json, job_key => $3)', job);
  }
}

async function onDatabase(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client).finally(() => client.end());
}

const TIMES = `
  select class.relname::text as name, array_agg(a.attname::text) as columns
    from pg_class class join pg_attribute a on a.attrelid = class.oid
   where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and class.relname <> '_prisma_migrations'
     and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid = 'timestamptz'::regtype
   group by 1 order by 1`;
