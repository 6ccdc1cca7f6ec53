import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bind, type Statement } from '../../core/db/statement.js';
import { newId } from '../../core/ids/ids.js';
import { limitToOrganization, systemPrincipal } from '../../core/principal/principal.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { productStatements } from '../support/product-statements.js';

/* Reads whose cost must not grow with the table: with many rows, each follows the order of an index and stops. */

const LOANS = 20_000;
const ENTRIES = 20_000;
/** Far more than a page, far fewer than the table. */
const FEW = 600;

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

let database: TestDatabase;
let client: pg.Client;
const organizationId = newId();

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  await client.query(`set session_replication_role = 'replica'`);
  await client.query(
    `insert into organization (id, display_name, legal_name, dba_name) values ($1, 'Many', 'Many LLC', 'Many')`,
    [organizationId],
  );
  await client.query(`insert into loan_system (code, kind) values ('ledger', 'ledger') on conflict do nothing`);
}, 120_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The plan of a statement as the product runs it, with the rows that it read. */
async function planOf(name: string, parameters: Readonly<Record<string, string | number | null>>): Promise<PlanNode> {
  const found = productStatements().find((each) => each.name === name) as Statement<typeof parameters, unknown>;
  const caller = limitToOrganization(systemPrincipal('test'), organizationId);
  const { text, values } = bind(found, caller, parameters);
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error(`${name} has no plan`);
  return plan;
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** All rows that it read from tables, also those that it dropped. */
function rowsRead(plan: PlanNode): number {
  return nodesOf(plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );
}

const indexesOf = (plan: PlanNode) => nodesOf(plan).flatMap((node) => node['Index Name'] ?? []);

describe('the next loan of the collection queue', () => {
  const NEXT = { actor: 'ann', today: '2026-06-01', at: '2026-06-01T12:00:00Z', limit: 100 };

  beforeAll(async () => {
    await client.query(
      `insert into account (id, organization_id, loan_system_code, external_id, primary_borrower_party_id,
         current_balance_cents, status_code, past_due_cents, oldest_unpaid_on)
       select 'a' || n, $1, 'ledger', 'a' || n, 'p', 100000, 'delinquent', 1000 + n % 500, date '2026-05-01' - n % 90
         from generate_series(1, ${LOANS}) n`,
      [organizationId],
    );
    // Each was past due before, too, and was brought current.
    await client.query(
      `insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents, oldest_unpaid_on)
       select organization_id, id, date '2020-01-15', 'delinquent'::account_status, 100000, 500, date '2020-01-01' from account
       union all
       select organization_id, id, date '2020-03-15', 'active'::account_status, 100000, 0, null from account
       union all
       select organization_id, id, date '2026-05-15', 'delinquent'::account_status, 100000, past_due_cents, oldest_unpaid_on from account`,
    );
    await client.query('analyze account; analyze past_due_snapshot');
  }, 120_000);

  it('is found along the index of loans past due, without reading the others', async () => {
    const plan = await planOf('collection_queue.next', NEXT);
    expect(plan['Actual Rows']).toBe(100);
    expect(indexesOf(plan)).toContain('account_past_due_idx');
    expect(rowsRead(plan)).toBeLessThan(FEW);
  });

  it('also where a process of an earlier version wrote some accounts last', async () => {
    await client.query(
      `update account set past_due_cents = null, oldest_unpaid_on = null where id in ('a90', 'a180', 'a270')`,
    );
    const plan = await planOf('collection_queue.next', NEXT);
    expect(plan['Actual Rows']).toBe(100);
    expect(indexesOf(plan)).toEqual(expect.arrayContaining(['account_past_due_idx', 'account_past_due_unknown_idx']));
    expect(rowsRead(plan)).toBeLessThan(FEW);
  });
});

describe('lines of the journal', () => {
  const PAGE = {
    ...{ least: '-infinity', most: 'infinity', type: null, ledgerAccount: null, referenceNumber: null },
    ...{ afterOn: 'infinity', afterReference: '9223372036854775807', afterLine: '0', limit: 101 },
  };

  beforeAll(async () => {
    await client.query(
      `insert into ledger_entry (reference_number, organization_id, loan_id, type, effective_on, posted_at)
       select n, $1, 'a' || n, case when n <= 3 then 'recovery' else 'payment' end, date '2020-01-01' + n / 20, now()
         from generate_series(1, ${ENTRIES}) n`,
      [organizationId],
    );
    await client.query(
      `insert into ledger_line (organization_id, reference_number, line_number, ledger_account, amount_cents)
       select e.organization_id, e.reference_number, line, case line when 1 then 'cash' else
           case e.type when 'recovery' then 'recovery_income' else 'principal_receivable' end end, case line when 1 then 5 else -5 end
         from ledger_entry e cross join generate_series(1, 2) line`,
    );
    await client.query('analyze ledger_entry; analyze ledger_line');
  }, 120_000);

  it('without a filter stop at the end of the page', async () => {
    const plan = await planOf('journal.lines', PAGE);
    expect(plan['Actual Rows']).toBe(101);
    expect(rowsRead(plan)).toBeLessThan(FEW);
  });

  it('on a rare account are found by the account', async () => {
    const plan = await planOf('journal.lines_of_rare_account', { ...PAGE, ledgerAccount: 'recovery_income' });
    expect(plan['Actual Rows']).toBe(3);
    expect(indexesOf(plan)).toContain('ledger_line_rare_account_idx');
    expect(rowsRead(plan)).toBeLessThan(20);
  });

  it('of one entry are found by its number', async () => {
    const plan = await planOf('journal.lines_of_entry', { ...PAGE, referenceNumber: '2' });
    expect(plan['Actual Rows']).toBe(2);
    expect(rowsRead(plan)).toBeLessThan(20);
  });

  it('on a rare account are counted up to a number', async () => {
    const plan = await planOf('journal.count_lines_of_rare_account', { ledgerAccount: 'recovery_income', atMost: 2 });
    expect(indexesOf(plan)).toContain('ledger_line_rare_account_idx');
    expect(rowsRead(plan)).toBeLessThan(20);
  });
});

describe('the audit log', () => {
  const ENTRY = { actor: null, action: null, subject: null, text: null };
  const WHEN = { createdFrom: '2026-03-01', createdBefore: '2026-03-02 24:00:00' };

  beforeAll(async () => {
    await client.query(
      `insert into audit_log (id, actor, action, subject, organization_id, occurred_at)
       select '01K' || lpad(n::text, 23, '0'), 'ann', 'note.add', 's' || n, $1, date '2026-01-01' + n * interval '5 minutes'
         from generate_series(1, 30000) n`,
      [organizationId],
    );
    await client.query('analyze audit_log');
  });

  it('is searched from the last entry of a page, by a number of entries', async () => {
    const at = { afterId: '8', leastId: '', mostId: '8' };
    const plan = await planOf('audit.own_search_window', { ...at, entries: 200 });
    expect(rowsRead(plan)).toBeLessThan(FEW);
    const leastId = `01K${'29800'.padStart(23, '0')}`;
    const ANY_TIME = { createdFrom: '-infinity', createdBefore: 'infinity' };
    const page = await planOf('audit.own_page', {
      ...{ ...ENTRY, ...at, ...ANY_TIME, leastId, limit: 101 },
      text: 'nothing has this word',
    });
    expect(page['Actual Rows']).toBe(0);
    expect(rowsRead(page)).toBeLessThan(FEW);
  });

  it('of some days reads the entries with ids of about these days', async () => {
    const [leastId, mostId] = [17_000, 17_576].map((n) => `01K${String(n).padStart(23, '0')}`);
    const page = await planOf('audit.own_page', {
      ...{ ...ENTRY, ...WHEN, afterId: '8', leastId: leastId ?? '', mostId: mostId ?? '', limit: 1_001 },
    });
    expect(rowsRead(page)).toBeLessThan(FEW);
  });
});
