import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { type Populated, populate } from '../support/populated.js';
import { pendingLoan } from '../support/populated-ledger.js';
import { productStatements } from '../support/product-statements.js';
import {
  EMPTY_AGGREGATES,
  identities,
  type Values,
  valuesOfStatement,
  withoutLone,
} from '../support/statement-values.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** The rows of one run of a statement, and whether it changed any row of any organization. */
interface Outcome {
  readonly rows: readonly object[];
  readonly changed: boolean;
}

let instance: TestInstance;
let sql: pg.Client;
/** The hash of each scoped table before any statement runs. Each statement is rolled back. */
let untouched: ReadonlyMap<string, string>;
/** Two organizations with the same kinds of rows, but never equal rows. */
let owner: Populated;
let neighbour: Populated;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  sql = new pg.Client(instance.databaseUrl);
  await sql.connect();
  const lender = await instance.lender();
  owner = await populate(sql, lender, 1_000_000);
  // A loan as an earlier version booked it; only one lender has one, because otherwise the counts of both would be
  // equal.
  await sql.query('delete from past_due_snapshot where account_id = $1', [await pendingLoan(await lender.api())]);
  neighbour = await populate(sql, await instance.lender('Birch Credit'), 2_000_000);
  // Equal payments would give equal sums.
  await sql.query("update organization set time_zone = 'America/Chicago' where id = $1", [neighbour.organizationId]);
  for (const table of ['collected_payment', 'autopay_run', 'transaction'])
    await sql.query(`update ${table} set amount_cents = amount_cents + 1 where organization_id = $1`, [
      neighbour.organizationId,
    ]);
  // Events of both must not have the same oldest transaction.
  await sql.query(
    'update event set oldest_transaction_id = oldest_transaction_id + 1000000 where organization_id = $1',
    [neighbour.organizationId],
  );
  await series(owner, 1);
  await series(neighbour, 2);
  untouched = await hashes(await scopedTables());
});
afterAll(async () => {
  await sql.end();
  await instance.close();
});

type AnyStatement = ReturnType<typeof productStatements>[number];
const scoped = productStatements().filter(({ unscoped }) => unscoped === undefined);

it('every store is loaded: the scoped statements include reading, recording, reversing, settling and posting', () => {
  const names = scoped.map(({ name }) => name);
  for (const room of ['account.', 'collected_payment.', 'reversal.', 'reconciliation.', 'ledger.', 'idempotency.'])
    expect(names.filter((name) => name.startsWith(room))).not.toEqual([]);
});

const renderings = scoped.flatMap((statement) => [
  {
    statement,
    name: statement.name,
    reach: 'for one',
    rendered: statement.forOne,
    allowed: (organizationId: string) => organizationId,
  },
  {
    statement,
    name: statement.name,
    reach: 'within an allowlist',
    rendered: statement.forAllowlist,
    allowed: (organizationId: string) => [organizationId],
  },
]);

describe.each(renderings)('$name, $reach', (statement) => {
  const { name } = statement;
  it('returns or changes a row as a principal of the organization', async () => {
    const does = async () => {
      const { rows, changed } = await run(statement, owner.organizationId);
      return (
        changed || (rows.length > 0 && JSON.stringify(rows) !== JSON.stringify(EMPTY_AGGREGATES[withoutLone(name)]))
      );
    };
    // Events are sent once no older transaction can still commit, in any database of the server.
    await expect.poll(does).toBe(true);
  });

  it('returns nothing and changes nothing as a principal of an empty organization', async () => {
    expect(await run(statement, newId())).toEqual({ rows: EMPTY_AGGREGATES[withoutLone(name)] ?? [], changed: false });
  });

  it('returns and changes nothing of another organization as a principal that has its own rows', async () => {
    const foreign = await run(statement, neighbour.organizationId);
    const namesOwner = statement.rendered.order.some((parameter) => parameter in identities(owner));
    if (namesOwner) expect(foreign).toEqual({ rows: EMPTY_AGGREGATES[withoutLone(name)] ?? [], changed: false });
    const seen = foreign.rows.map((row) => JSON.stringify(row));
    if (seen.length === 0) return;
    const own = (await run(statement, owner.organizationId)).rows.map((row) => JSON.stringify(row));
    expect(seen.filter((row) => own.includes(row) && !isEmptyAggregate(name, row))).toEqual([]);
  });
});

/** A day and a month of an organization's series that differ from any other's. */
async function series({ organizationId, productId }: Populated, accounts: number): Promise<void> {
  await sql.query('update positions_written set through = through - $2::int where organization_id = $1', [
    organizationId,
    accounts,
  ]);
  const key = [organizationId, productId, accounts];
  await sql.query(
    `insert into daily_position (organization_id, product_id, accounts, day, loan_system_code, status_code, bucket, balance_cents, past_due_cents)
     values ($1, $2, $3::int, '2026-01-15', 'sandbox', 'active', 'current', $3::int, 0)`,
    key,
  );
  await sql.query(
    `insert into monthly_roll (organization_id, product_id, accounts, month_end, loan_system_code, from_state, to_state, balance_cents)
     values ($1, $2, $3::int, '2026-01-15', 'sandbox', 'current', '1-29', $3::int)`,
    key,
  );
}

/** Runs a statement with the owner's ids under another allowlist, in a transaction that is always rolled back. */
async function run(
  { statement, rendered, allowed }: (typeof renderings)[number],
  organizationId: string,
): Promise<Outcome> {
  const { text, order } = rendered;
  const values = valuesOf(statement, order);
  await sql.query('begin');
  try {
    const { rows } = await sql.query(
      text,
      order.map((parameter) => (parameter === '@allowlist' ? allowed(organizationId) : values[parameter])),
    );
    return { rows, changed: await hasChanged() };
  } finally {
    await sql.query('rollback');
  }
}

/** Fails, with the statement's name, for a parameter without a value. */
function valuesOf(statement: AnyStatement, order: readonly string[]): Values {
  const known: Values = valuesOfStatement(statement, owner);
  const unknown = order.filter((parameter) => parameter !== '@allowlist' && !(parameter in known));
  if (unknown.length > 0) {
    throw new Error(
      `statement ${statement.name}: no value for ${unknown.join(', ')} in test/support/statement-values.ts`,
    );
  }
  return known;
}

function isEmptyAggregate(name: string, row: string): boolean {
  return (EMPTY_AGGREGATES[withoutLone(name)] ?? []).some((empty) => JSON.stringify(empty) === row);
}

/** Tables with an organization: found by their columns, so that none is missed. */
async function scopedTables(): Promise<readonly string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' union select 'organization' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** One hash over all rows per table. */
async function hashes(tables: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ name: string; hash: string }>(
    tables
      .map(
        (name) =>
          `select '${name}' as name, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${name} t`,
      )
      .join(' union all '),
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** Tables whose rows the open transaction may have changed: Postgres holds such a lock for a change until the end. */
const WRITTEN_TABLES = `
  select c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
   where l.pid = pg_backend_pid() and l.locktype = 'relation' and c.relkind in ('r', 'p')
     and l.mode not in ('AccessShareLock', 'RowShareLock')`;

/** Whether the open transaction has changed any row of any organization. */
async function hasChanged(): Promise<boolean> {
  const { rows } = await sql.query<{ name: string }>(WRITTEN_TABLES);
  const written = rows.map(({ name }) => name).filter((name) => untouched.has(name));
  if (written.length === 0) return false;
  return [...(await hashes(written))].some(([name, hash]) => hash !== untouched.get(name));
}
