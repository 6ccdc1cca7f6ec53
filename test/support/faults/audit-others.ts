import { until } from '../until.js';
import type { FaultInstance } from './fault-instance.js';
import type { LoadRecord } from './record.js';

/** Acknowledged reversals, batches, captures, boardings and email events: which are missing or duplicated. */
export async function auditOthers(instance: FaultInstance, record: LoadRecord): Promise<readonly string[]> {
  return [
    ...(await reversals(instance, record)),
    ...(await batches(instance, record)),
    ...(await captures(instance, record)),
    ...(await boardings(instance, record)),
    ...(await emailEvents(instance, record)),
    ...(await schedules(instance, record)),
  ];
}

async function reversals({ sql }: FaultInstance, record: LoadRecord): Promise<readonly string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select wanted.id from unnest($1::text[]) wanted(id)
      where 1 <> (select count(*) from payment_reversal r join collected_payment c on c.id = r.payment_id
                   where r.payment_id = wanted.id and r.status = 'reversed' and c.status = 'reversed')
         or 1 <> (select count(*) from ledger_entry p join ledger_entry r on r.reverses_reference = p.reference_number
                   where p.external_reference = wanted.id and p.type = 'payment')`,
    [record.of('reversal').map(({ id }) => id)],
  );
  return rows.map(({ id }) => `the reversal of payment ${id} is not there once`);
}

async function batches({ sql }: FaultInstance, record: LoadRecord): Promise<readonly string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select wanted.id from unnest($1::text[]) wanted(id) where not exists (
       select from payment_batch b where b.id = wanted.id and b.status = 'completed' and b.row_count = (
         select count(*) from payment_batch_row r where r.batch_id = b.id and r.outcome in ('recorded', 'refused')))`,
    [record.of('batch').map(({ id }) => id)],
  );
  return rows.map(({ id }) => `batch ${id} is not completed, or has rows without an outcome`);
}

async function captures({ sql, stripe }: FaultInstance, record: LoadRecord): Promise<readonly string[]> {
  const ids = record.of('capture').map(({ id }) => id);
  const { rows } = await sql.query<{ id: string; token: string }>(
    'select id, processor_token as token from payment_method where id = any($1)',
    [ids],
  );
  const tokens = new Map(rows.map(({ id, token }) => [id, token]));
  return ids.flatMap((id) =>
    stripe.state.paymentMethods.has(tokens.get(id) ?? '') ? [] : [`card ${id} is not stored`],
  );
}

async function boardings({ sql }: FaultInstance, record: LoadRecord): Promise<readonly string[]> {
  const { rows } = await sql.query<{ id: string; status: string; written: number; tied: boolean | null }>(
    'select id, status, loans_written as written, is_tied as tied from ledger_boarding where id = any($1)',
    [record.of('boarding').map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return record.of('boarding').flatMap(({ id, loans }) => {
    const one = found.get(id);
    const isWhole = one?.status === 'done' && one.written === loans && one.tied === true;
    return isWhole ? [] : [`boarding ${id} of ${loans} loans is ${JSON.stringify(one)}`];
  });
}

async function emailEvents({ sql }: FaultInstance, record: LoadRecord): Promise<readonly string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select wanted.id from unnest($1::text[]) wanted(id)
      where 1 <> (select count(*) from waiting_event w where w.identifiers && array[wanted.id])`,
    [record.of('email_event').map(({ id }) => id)],
  );
  return rows.map(({ id }) => `the email event of campaign ${id} is not there once`);
}

const RUNS_WITHIN_MS = 180_000;

/**
 * Each schedule has one run of today. A posted run was charged once at the processor; any other run was not charged, or
 * was refunded.
 */
async function schedules({ sql, stripe }: FaultInstance, record: LoadRecord): Promise<readonly string[]> {
  const made = record.of('schedule');
  const runs = async () =>
    (
      await sql.query<{ schedule: string; status: string; postings: number }>(
        `select r.schedule_id as schedule, r.status::text, (select count(*)::int from ledger_entry e
            where e.external_reference = r.id and e.type = 'payment') as postings
           from autopay_run r where r.schedule_id = any($1)`,
        [made.map(({ id }) => id)],
      )
    ).rows;
  const haveEnded = async () => {
    const ended = (await runs()).filter(({ status }) => ['posted', 'refunded', 'failed'].includes(status));
    return ended.length >= made.length;
  };
  // Runs that have not ended in time are reported below.
  await until(haveEnded, 'every run has ended', RUNS_WITHIN_MS).catch(() => undefined);
  const found = await runs();
  return made.flatMap(({ id, amount }) => {
    const own = found.filter(({ schedule }) => schedule === id);
    const intents = [...stripe.state.paymentIntents.values()];
    const charged = intents.filter((one) => one.amount === amount && one.status === 'succeeded').length;
    const [run] = own;
    const seen = `${run?.status}: charged ${charged} times, posted ${run?.postings} times`;
    const isOnce = own.length === 1 && ENDS_OF_A_RUN.includes(seen);
    return isOnce ? [] : [`schedule ${id} has ${own.length} runs; ${seen}`];
  });
}

const ENDS_OF_A_RUN = [
  'posted: charged 1 times, posted 1 times',
  'refunded: charged 1 times, posted 0 times',
  'failed: charged 0 times, posted 0 times',
];
