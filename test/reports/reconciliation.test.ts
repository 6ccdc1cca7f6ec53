import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../support/api.js';
import { type DemoInstance, openDemoInstance, type ReportRow, readReport } from '../support/demo-instance.js';

/*
 * Reports read transactions; the ledger's journal is a separate book, kept by double entry. Their sums must match to
 * the cent. Accounts of other loan systems and rows from before the ledger have no journal entries, so they are
 * excluded.
 */

let demo: DemoInstance;
let ledgerAccounts: ReadonlySet<string>;
const RANGES = [
  ['the whole history', '0001-01-01', '9999-12-31'],
  ['a year', '2025-01-01', '2025-12-31'],
  ['a month', '2026-03-01', '2026-03-31'],
  ['the last quarter', '2026-08-18', '2026-11-18'],
] as const;

beforeAll(async () => {
  demo = await openDemoInstance();
  const { rows } = await demo.instance.resources.pool.query<{ id: string }>(
    "select id from account where loan_system_code = 'ledger'",
  );
  ledgerAccounts = new Set(rows.map(({ id }) => id));
}, 300_000);
afterAll(() => demo.instance.close());

describe.each(RANGES)('over %s', (_, from, to) => {
  it('crr and mpr: receipts, and each component', async () => {
    for (const { api, organizationId } of await callers()) {
      const journal = await journaled(organizationId, from, to, ['payment', 'recovery']);
      const receipts = await reported(api, 'crr', from, to);
      expect(sum(receipts, 'amount_cents')).toBe(journal.cash);
      const register = await reported(api, 'mpr', from, to);
      expect({
        amount: sum(register, 'amount_cents'),
        principal: sum(register, 'principal_cents'),
        interest: sum(register, 'interest_cents'),
        fees: sum(register, 'fees_cents'),
      }).toEqual({
        amount: journal.cash,
        principal: journal.creditedPrincipal,
        interest: journal.creditedInterest,
        fees: journal.creditedFees,
      });
    }
  });

  it('nsfr: payments returned by banks', async () => {
    for (const { api, organizationId } of await callers()) {
      const journal = await journaled(organizationId, from, to, ['nsf_return']);
      expect(sum(await reported(api, 'nsfr', from, to), 'amount_cents')).toBe(minus(journal.cash));
    }
  });

  it('car: other reversals and refunds', async () => {
    for (const { api, organizationId } of await callers()) {
      const journal = await journaled(organizationId, from, to, ['payment_reversal']);
      expect(sum(await reported(api, 'car', from, to), 'amount_cents')).toBe(journal.cash);
    }
  });

  it('ncar: waivers reduce income, charge-offs are expenses', async () => {
    for (const { api, organizationId } of await callers()) {
      const rows = await reported(api, 'ncar', from, to);
      const waived = await journaled(organizationId, from, to, ['waiver']);
      const waivers = rows.filter(({ type }) => type === 'waiver');
      expect(sum(of(waivers, 'interest'), 'amount_cents')).toBe(minus(waived.creditedInterest));
      expect(sum(of(waivers, 'fee'), 'amount_cents')).toBe(minus(waived.creditedFees));
      const lost = await journaled(organizationId, from, to, ['charge_off', 'loss_change']);
      const losses = rows.filter(({ type }) => type === 'charge_off');
      expect(sum(losses, 'amount_cents')).toBe(minus(lost.expense));
      expect(sum(of(losses, 'principal'), 'amount_cents')).toBe(minus(lost.recoverablePrincipal));
      expect(sum(of(losses, 'interest'), 'amount_cents')).toBe(minus(lost.recoverableInterest));
      expect(sum(of(losses, 'fee'), 'amount_cents')).toBe(minus(lost.recoverableFees));
      const moved = rows.filter(({ type }) => type === 'reallocation');
      const journal = await journaled(organizationId, from, to, ['reallocation']);
      expect(sum(moved, 'amount_cents')).toBe(0);
      expect(sum(of(moved, 'principal'), 'amount_cents')).toBe(journal.owedPrincipal);
    }
  });
});

it('every report has rows to reconcile, in every organization with ledger accounts', async () => {
  const [from, to] = ['0001-01-01', '9999-12-31'];
  const all = await demo.api(demo.organizationIds);
  for (const code of ['crr', 'mpr', 'nsfr', 'car', 'ncar'])
    expect([code, (await reported(all, code, from, to)).length > 0]).toEqual([code, true]);
  for (const { api } of await callers()) expect((await reported(api, 'crr', from, to)).length).toBeGreaterThan(0);
  const kinds = new Set((await reported(all, 'ncar', from, to)).map(({ type, component }) => `${type} ${component}`));
  expect([...kinds]).toEqual(expect.arrayContaining(['waiver fee', 'charge_off principal', 'charge_off interest']));
});

async function callers(): Promise<readonly { readonly api: Api; readonly organizationId: string }[]> {
  return Promise.all(
    demo.organizationIds.map(async (organizationId) => ({ organizationId, api: await demo.api([organizationId]) })),
  );
}

/** A report's rows that must be in the ledger; the bounds exclude undated rows. */
async function reported(api: Api, code: string, from: string, to: string): Promise<readonly ReportRow[]> {
  const rows = await readReport(api, code, `from=${from}&to=${to}`);
  return rows.filter((row) => ledgerAccounts.has(String(row['account_id'])) && row['amount_cents'] !== null);
}

function of(rows: readonly ReportRow[], component: string): readonly ReportRow[] {
  return rows.filter((row) => row['component'] === component);
}

function sum(rows: readonly ReportRow[], column: string): number {
  return rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);
}

function minus(amount: number): number {
  return amount === 0 ? 0 : -amount;
}

/**
 * Sums of the journal's lines by entry type. A payment's debits to a receivable are interest accrued by it, not
 * amounts paid.
 */
async function journaled(organizationId: string, from: string, to: string, types: readonly string[]) {
  const credited = (...accounts: readonly string[]) =>
    `coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0 and l.ledger_account in (${accounts.map((name) => `'${name}'`).join(', ')})), 0)::bigint`;
  const total = (account: string) =>
    `coalesce(sum(l.amount_cents) filter (where l.ledger_account = '${account}'), 0)::bigint`;
  const { rows } = await demo.instance.resources.pool.query(
    `select ${total('cash')} as cash, ${total('charge_off_expense')} as expense,
       ${credited('principal_receivable', 'recoverable_principal')} as "creditedPrincipal",
       ${credited('interest_receivable', 'recoverable_interest')} as "creditedInterest",
       ${credited('fee_receivable', 'recoverable_fees')} as "creditedFees",
       ${total('recoverable_principal')} as "recoverablePrincipal", ${total('recoverable_interest')} as "recoverableInterest",
       ${total('recoverable_fees')} as "recoverableFees",
       ${total('principal_receivable')} + ${total('recoverable_principal')} as "owedPrincipal"
     from ledger_entry e join ledger_line l on l.reference_number = e.reference_number
     where e.organization_id = $1 and e.effective_on between $2 and $3 and e.type = any($4)`,
    [organizationId, from, to, types],
  );
  return rows[0];
}
