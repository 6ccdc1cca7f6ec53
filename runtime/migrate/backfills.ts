import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { LockPatience } from './lock-patience.js';

/**
 * What fills a table's rows with a value that a migration made room for: in batches along a key, each in a short transaction of its
 * own that also keeps how far it came. A process that is killed goes on after its last batch, and no row is filled twice.
 *
 * Parts of the version before go on writing rows without the value while it runs, and after. So the version that adds a column reads
 * null as "as before"; a later one that wants to rely on it lists a backfill of its own again.
 */
export interface Backfill {
  /** Never given again: under it the database keeps that it is done. */
  readonly name: string;
  readonly table: string;
  /** The columns of a unique key, in the order of an index: the table is walked along it. */
  readonly key: readonly [string, ...string[]];
  /** The assignments, as after SET; the row is `target`. */
  readonly set: string;
  /** Which rows of a batch want them. Default all. */
  readonly where?: string;
  readonly batchRows?: number;
}

/** In the order in which they run; append-only, like migrations. */
export const BACKFILLS: readonly Backfill[] = [
  // Which transactions wrote them is not known any more: they come before all others, in the order of their ids.
  { name: 'audit_log.xid', table: 'audit_log', key: ['id'], set: 'xid = 0', where: 'target.xid is null' },
  // Digests that were made without a key say to whoever has a copy of the database whether a telephone number is somebody's.
  {
    name: 'ledger_opening.digests_without_key',
    table: 'ledger_opening',
    key: ['organization_id', 'loan_id'],
    set: 'borrower_digests = null, co_borrower_digests = null',
    where: `length(coalesce(target.borrower_digests->>'borrower_name', target.co_borrower_digests->>'co_borrower_name')) = 8`,
  },
  // A change of a loss stayed posted when its charge-off was taken back.
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
  // Names are stored in normal form C. What a part of an earlier version writes afterwards stays as it is: searches find it all the same.
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
  // Loans that were booked had their number in external_contract_number alone; those that were boarded have it in both.
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
];

/** Normalization can take quadratic time. A value longer than this is not a name and stays unchanged. */
function notComposed(name: string): string {
  return `case when octet_length(${name}) <= 2000 then ${name} is not NFC normalized else false end`;
}

function composedWhereShort(column: string): string {
  const name = `target.${column}`;
  return `${column} = case when ${notComposed(name)} then normalize(${name}, NFC) else ${name} end`;
}

const BATCH_ROWS = 1_000;
/** Others have at least as much time as we take. */
const LEAST_PAUSE_MS = 5;
const SAY_EVERY_MS = 10_000;

interface Batch {
  readonly rows: number;
  readonly lastKey: readonly string[] | null;
}

/** Those that are not done yet: only the owner can do them. */
export async function unfinished(client: Client, backfills: readonly Backfill[]): Promise<readonly Backfill[]> {
  if (backfills.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from backfill where finished_at is not null');
  return backfills.filter(({ name }) => !rows.some((done) => done.name === name));
}

/** Runs what is not done yet to its end; answers the names of those. */
export async function runBackfills(
  client: Client,
  backfills: readonly Backfill[],
  patience: LockPatience,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const backfill of backfills) if (await run(client, backfill, patience, say)) done.push(backfill.name);
  return done;
}

async function run(
  client: Client,
  backfill: Backfill,
  patience: LockPatience,
  say: (line: string) => void,
): Promise<boolean> {
  let total = await begin(client, backfill);
  if (total === undefined) return false;
  let saidAt = performance.now();
  for (;;) {
    const began = performance.now();
    const { rows } = await patience.untilLocked(backfill.name, () => nextBatch(client, backfill));
    if (rows === 0) return true;
    total += rows;
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      say(`${backfill.name}: ${total} rows`);
      saidAt = performance.now();
    }
    await sleep(Math.max(LEAST_PAUSE_MS, performance.now() - began));
  }
}

/** How many rows were walked before; undefined when it is done. */
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
    await client.query('rollback').catch(() => undefined); // of a connection that is lost, Postgres does it
    throw error;
  }
}

/** A range of the key is walked whatever its rows want, so that those which want nothing are passed over once. */
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
