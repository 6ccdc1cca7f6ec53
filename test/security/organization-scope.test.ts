import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// The composition roots: whatever they reach has registered its statements.
import '../../runtime/demo/seed-demo.js';
import { createProgram } from '../../cli/program.js';
import '../../runtime/running/serve.js';
import '../../runtime/running/start.js';
import { newId } from '../../core/ids/ids.js';
import { type House, openHouse } from '../support/house.js';
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

await createProgram();

/** What one run of a statement brought, and whether any row of any organization is another afterwards. */
interface Outcome {
  readonly rows: readonly object[];
  readonly changed: boolean;
}

let house: House;
let sql: pg.Client;
/** The hash of each table of organizations before any statement runs: each statement is rolled back. */
let untouched: ReadonlyMap<string, string>;
/** Two organizations that hold the same kinds of rows, but never equal ones. */
let owner: Populated;
let neighbour: Populated;

beforeAll(async () => {
  house = await openHouse({ worker: false });
  sql = new pg.Client(house.databaseUrl);
  await sql.connect();
  const lender = await house.lender();
  owner = await populate(sql, lender, 1_000_000);
  // As a version before booked one. Of one lender: counts of both would be equal.
  await sql.query('delete from past_due_snapshot where account_id = $1', [await pendingLoan(await lender.api())]);
  neighbour = await populate(sql, await house.lender('Birch Credit'), 2_000_000);
  // Sums of equal payments would be equal.
  await sql.query("update organization set time_zone = 'America/Chicago' where id = $1", [neighbour.organizationId]);
  for (const table of ['collected_payment', 'autopay_run', 'transaction'])
    await sql.query(`update ${table} set amount_cents = amount_cents + 1 where organization_id = $1`, [
      neighbour.organizationId,
    ]);
  // Nor may both have been written while the same transaction was the oldest.
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
  await house.close();
});

type AnyStatement = ReturnType<typeof productStatements>[number];
const scoped = productStatements().filter(({ unscoped }) => unscoped === undefined);

it('every store is loaded: the statements of reading, recording, reversing, settling and posting are among the scoped', () => {
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
  it('does what it is for as the principal of the organization: brings a row, or changes one', async () => {
    const does = async () => {
      const { rows, changed } = await run(statement, owner.organizationId);
      return (
        changed || (rows.length > 0 && JSON.stringify(rows) !== JSON.stringify(EMPTY_AGGREGATES[withoutLone(name)]))
      );
    };
    // Events are told once nothing older can still commit, in any database of the server.
    await expect.poll(does).toBe(true);
  });

  it('brings nothing and changes nothing as the principal of an organization that holds nothing', async () => {
    expect(await run(statement, newId())).toEqual({ rows: EMPTY_AGGREGATES[withoutLone(name)] ?? [], changed: false });
  });

  it('brings nothing of another organization, and changes nothing, as a principal that has rows of its own', async () => {
    const foreign = await run(statement, neighbour.organizationId);
    const namesOwner = statement.rendered.order.some((parameter) => parameter in identities(owner));
    if (namesOwner) expect(foreign).toEqual({ rows: EMPTY_AGGREGATES[withoutLone(name)] ?? [], changed: false });
    const seen = foreign.rows.map((row) => JSON.stringify(row));
    if (seen.length === 0) return;
    const own = (await run(statement, owner.organizationId)).rows.map((row) => JSON.stringify(row));
    expect(seen.filter((row) => own.includes(row) && !isEmptyAggregate(name, row))).toEqual([]);
  });
});

/** A day and a month of an organization's series; of no other's the same. */
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

/** Runs a statement with the owner's ids under somebody's allowlist, in a transaction that is always rolled back. */
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

/** Fails, with the statement's name, for a parameter that nobody has given a value yet. */
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

/** Tables that belong to organizations: found by their columns, so that none is forgotten. */
async function scopedTables(): Promise<readonly string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' union select 'organization' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** For each table one hash over all its rows. */
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

/** Tables whose rows the open transaction may have changed: to change a row, Postgres holds such a lock until the end. */
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
