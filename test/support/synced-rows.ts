import type { Pool } from 'pg';

/** The tables of loans, in an order that the rows themselves determine. */
const TABLES = {
  person: 'external_id',
  person_address: 'id',
  account: 'external_id',
  account_borrower: 'account_id, person_id',
  transaction: 'account_id, id',
  lifecycle_event: 'account_id, id',
  past_due_snapshot: 'account_id, as_of',
  payoff_told: 'account_id',
  event: 'object_id, sequence',
} as const;

/** Columns that differ from one sync to another of the same loans. */
const LEFT_OUT = ['organization_id', 'loan_system_code', 'created_at', 'synced_at', 'loan_system_version', 'position'];

/** All rows of an organization's loans, with the external ids of accounts, persons and transactions as their ids. */
export async function rowsOfLoans(pool: Pool, organizationId: string): Promise<Record<string, readonly unknown[]>> {
  const names = await namesOfIds(pool, organizationId);
  const found: Record<string, readonly unknown[]> = {};
  for (const [table, order] of Object.entries(TABLES)) {
    const text = `select to_jsonb(t) as row from ${table} t where organization_id = $1 order by ${order}`;
    const { rows } = await pool.query(text, [organizationId]);
    const named = rows.map(({ row }) => withNames(row, names));
    // Accounts have their ids in the order of their creation.
    found[table] = named.sort((one, other) => compare(accountOf(one), accountOf(other)));
  }
  return found;
}

async function namesOfIds(pool: Pool, organizationId: string): Promise<ReadonlyMap<string, string>> {
  const text = `
    select id, 'account ' || external_id as name from account where organization_id = $1
    union all select id, 'person ' || external_id from person where organization_id = $1
    union all select t.id, 'transaction ' || a.external_id || ' ' || t.external_id
      from transaction t join account a on a.id = t.account_id where t.organization_id = $1`;
  const { rows } = await pool.query(text, [organizationId]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function withNames(row: Record<string, unknown>, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const kept = Object.entries(row).filter(([column]) => !LEFT_OUT.includes(column));
  return Object.fromEntries(
    kept.map(([column, value]) => {
      if (column === 'source_deleted_at') return [column, value !== null];
      const isOther = column === 'id' || column === 'transaction_id' || column === 'oldest_transaction_id';
      const name = typeof value === 'string' ? names.get(value) : undefined;
      return [column, name ?? (isOther ? 'an id' : value)];
    }),
  );
}

function accountOf(row: Record<string, unknown>): string {
  return String(row['account_id'] ?? row['person_id'] ?? row['external_id']);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
