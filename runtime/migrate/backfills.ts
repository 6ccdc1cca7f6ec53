import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { LockRetries } from './lock-retries.js';

/**
 * Fills a column that a migration added: in batches along a key, each in a short transaction that also records the
 * progress. A killed process resumes after its last batch, and no row is filled twice.
 *
 * Parts of the previous version continue to write rows without the value, during the backfill and after it. So the
 * version that adds a column must read null as "as before"; a later version that wants to rely on the value adds
 * another backfill.
 */
export interface Backfill {
  /** Never reused: the database records completion under this name. */
  readonly name: string;
  readonly table: string;
  /** The columns of a unique key, in the order of an index: the table is processed in this order. */
  readonly key: readonly [string, ...string[]];
  /** The assignments, as after SET; the row is `target`. */
  readonly set: string;
  /** Which rows of a batch need it. Default all. */
  readonly where?: string;
  readonly batchRows?: number;
}

/** In execution order; append-only, like migrations. */
export const BACKFILLS: readonly Backfill[] = [
  // The transactions that wrote these rows are no longer known: they come before all others, in the order of their ids.
  { name: 'audit_log.xid', table: 'audit_log', key: ['id'], set: 'xid = 0', where: 'target.xid is null' },
  // Digests made without a key let anyone with a copy of the database test a telephone number.
  {
    name: 'ledger_opening.digests_without_key',
    table: 'ledger_opening',
    key: ['organization_id', 'loan_id'],
    set: 'borrower_digests = null, co_borrower_digests = null',
    where: `length(coalesce(target.borrower_digests->>'borrower_name', target.co_borrower_digests->>'co_borrower_name')) = 8`,
  },
  // A change of a loss stayed posted when its charge-off was reversed.
  {
    name: 'transaction.loss_changes_of_undone_charge_offs',
    table: 'transaction',
    key: ['organization_id', 'id'],
    set: `status = 'reversed'`,
    where: `target.type = 'charge_off' and target.status = 'posted' and exists (
      select from account a
        join ledger_entry change on change.organization_id = a.organization_id and change.loan_id = a.external_id
        join ledger_entry undone on undone.organization_id = change.organization_id and undone.loan_id = change.loan_id
       where a.organization_id = target.organization_id and a.id = target.account_id
         and change.type = 'loss_change' and change.reference_number::text = target.external_id
         and undone.type = 'charge_off_reversal' and undone.reference_number > change.reference_number)`,
  },
  // Names are stored in normal form C. Rows that a part of an earlier version writes afterwards stay unchanged:
  // searches find them anyway.
  {
    name: 'person.composed_names',
    table: 'person',
    key: ['organization_id', 'id'],
    set: composedWhereShort('display_name'),
    where: notComposed('target.display_name'),
  },
  {
    name: 'organization.composed_names',
    table: 'organization',
    key: ['id'],
    set: ['display_name', 'legal_name', 'dba_name'].map(composedWhereShort).join(', '),
    where: ['target.display_name', 'target.legal_name', 'target.dba_name'].map(notComposed).join(' or '),
  },
  // Booked loans had their number only in external_contract_number; boarded ones have it in both columns.
  {
    name: 'account.external_account_number_of_booked_loans',
    table: 'account',
    key: ['organization_id', 'id'],
    set: `external_account_number = (select loan.loan_number from ledger_loan loan
      where loan.organization_id = target.organization_id and loan.id = target.external_id)`,
    where: `target.external_account_number is null and exists (select from ledger_loan loan
      where loan.organization_id = target.organization_id and loan.id = target.external_id
        and loan.loan_number is not null)`,
  },
  // The collection queue gives out loans in the order of these columns.
  {
    name: 'account.past_due_of_latest_snapshot',
    table: 'account',
    key: ['organization_id', 'id'],
    set: `(past_due_cents, oldest_unpaid_on) = (
      select coalesce(latest.past_due_cents, 0), latest.oldest_unpaid_on
        from (select) known left join lateral (
          select s.past_due_cents, s.oldest_unpaid_on from past_due_snapshot s
           where s.organization_id = target.organization_id and s.account_id = target.id
           order by s.as_of desc limit 1) latest on true)`,
    where: 'target.past_due_cents is null',
  },
];

/** Normalization can take quadratic time. A longer value is not a name, and stays unchanged. */
function notComposed(name: string): string {
  return `case when octet_length(${name}) <= 2000 then ${name} is not NFC normalized else false end`;
}

function composedWhereShort(column: string): string {
  const name = `target.${column}`;
  return `${column} = case when ${notComposed(name)} then normalize(${name}, NFC) else ${name} end`;
}

const BATCH_ROWS = 1_000;
/** A pause is as long as its batch took, so that other sessions get at least half of the time, and never shorter than this. */
const LEAST_PAUSE_MS = 5;
const REPORT_EVERY_MS = 10_000;

interface Batch {
  readonly rows: number;
  readonly lastKey: readonly string[] | null;
}

/** Backfills that are not done; only the owner can do them. */
export async function unfinishedBackfills(
  client: Client,
  backfills: readonly Backfill[],
): Promise<readonly Backfill[]> {
  if (backfills.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from backfill where finished_at is not null');
  return backfills.filter(({ name }) => !rows.some((done) => done.name === name));
}

/** Runs all unfinished backfills to their end; returns their names. */
export async function runBackfills(
  client: Client,
  backfills: readonly Backfill[],
  patience: LockRetries,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const backfill of backfills) if (await run(client, backfill, patience, say)) done.push(backfill.name);
  return done;
}

async function run(
  client: Client,
  backfill: Backfill,
  patience: LockRetries,
  say: (line: string) => void,
): Promise<boolean> {
  let total = await begin(client, backfill);
  if (total === undefined) return false;
  let reportedAt = performance.now();
  for (;;) {
    const began = performance.now();
    const { rows } = await patience.untilLocked(backfill.name, () => nextBatch(client, backfill));
    if (rows === 0) return true;
    total += rows;
    if (performance.now() - reportedAt > REPORT_EVERY_MS) {
      say(`${backfill.name}: ${total} rows`);
      reportedAt = performance.now();
    }
    await sleep(Math.max(LEAST_PAUSE_MS, performance.now() - began));
  }
}

/** The rows processed so far; undefined if the backfill is done. */
async function begin(client: Client, { name }: Backfill): Promise<number | undefined> {
  await client.query('insert into backfill (name) values ($1) on conflict (name) do nothing', [name]);
  const { rows } = await client.query<{ walked: string; done: boolean }>(
    'select rows_walked as walked, finished_at is not null as done from backfill where name = $1',
    [name],
  );
  return rows[0] === undefined || rows[0].done ? undefined : Number(rows[0].walked);
}

async function nextBatch(client: Client, backfill: Backfill): Promise<Batch> {
  await client.query('begin');
  try {
    const kept = await client.query<{ lastKey: readonly string[] | null }>(
      'select last_key as "lastKey" from backfill where name = $1 for update',
      [backfill.name],
    );
    const after = kept.rows[0]?.lastKey ?? null;
    const found = await client.query<Batch>(batchSql(backfill, after !== null), [...(after ?? [])]);
    const batch = found.rows[0] ?? { rows: 0, lastKey: null };
    await client.query(
      `update backfill set last_key = coalesce($2, last_key), rows_walked = rows_walked + $3,
              finished_at = case when $3 = 0 then now() end
        where name = $1`,
      [backfill.name, batch.lastKey === null ? null : JSON.stringify(batch.lastKey), batch.rows],
    );
    await client.query('commit');
    return batch;
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // if the connection was lost, Postgres rolls back
    throw error;
  }
}

/** Advances along the key even if no row of the range needs the value, so that such rows are skipped only once. */
function batchSql({ table, key, set, where = 'true', batchRows = BATCH_ROWS }: Backfill, isLater: boolean): string {
  const columns = key.join(', ');
  const range = isLater ? `where (${columns}) > (${key.map((_, position) => `$${position + 1}`).join(', ')})` : '';
  return `
    with batch as (select ${columns} from ${table} ${range} order by ${columns} limit ${batchRows}),
    filled as (
      update ${table} target set ${set} from batch
       where ${key.map((column) => `target.${column} = batch.${column}`).join(' and ')} and (${where})
    )
    select (select count(*)::int from batch) as rows, to_json(array[${key.map((column) => `${column}::text`).join(', ')}]) as "lastKey"
      from batch order by ${key.map((column) => `${column} desc`).join(', ')} limit 1`;
}
