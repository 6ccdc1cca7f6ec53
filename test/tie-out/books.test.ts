import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import type { Transaction } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import type { OperationOutcome } from '../../ledger/operations/non-payment-operations-interface.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import type { LoanReference } from '../../loan-model/port.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import type { ReportCode } from '../../subgraphs/reporting/reports/reports.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { TieOutHarness } from '../support/tie-out-harness.js';

let instance: TestInstance;
let sql: pg.Pool;
let lender: Lender;
let bench: TieOutHarness;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  sql = createPool(instance.databaseUrl, 8, instance.resources.logger);
  lender = await instance.lender();
  bench = new TieOutHarness(instance, sql, lender.organizationId, businessDayOf(systemClock.now()));
});
afterAll(async () => {
  await sql.end();
  await instance.close();
});

it('a difference in the books stays open, day after day, until they agree', async () => {
  const accountId = await lender.ledgerAccount();
  const api = await lender.api();
  const body = { amount_cents: 1_000, payment_method: 'cash' };
  const paid = await api.post(`/v1/accounts/${accountId}/payments`, body, { 'idempotency-key': newId() });
  expect(paid.status).toBe(201);
  await sql.query('update transaction set amount_cents = amount_cents + 1 where account_id = $1 and type = $2', [
    accountId,
    'payment',
  ]);
  await sql.query('update account set current_balance_cents = current_balance_cents + 1 where id = $1', [accountId]);
  const FOUND = ['books books_balances', 'books books_reports', 'books books_reports', 'books books_transactions'];
  await bench.compare();
  const found = await bench.open();
  expect(new Set(found)).toEqual(new Set(FOUND));
  for (let days = 0; days < 3; days += 1) {
    bench.nextDay();
    await bench.compare();
    expect(await bench.open()).toEqual(found);
  }
  await sql.query('update transaction set amount_cents = amount_cents - 1 where account_id = $1 and type = $2', [
    accountId,
    'payment',
  ]);
  await sql.query('update account set current_balance_cents = current_balance_cents - 1 where id = $1', [accountId]);
  bench.nextDay();
  await bench.compare();
  expect(await bench.open()).toEqual([]);
});

it('a wrong balance is found on a day without activity on the loan', async () => {
  const accountId = await lender.ledgerAccount();
  bench.nextDay();
  bench.nextDay();
  await bench.compare();
  expect(await bench.open()).toEqual([]);
  const wrong = async (cents: number) => {
    await sql.query('update ledger_loan set principal_cents = principal_cents + $2 where id = $1', [accountId, cents]);
    await sql.query('update account set current_balance_cents = current_balance_cents + $2 where id = $1', [
      ...[accountId, cents],
    ]);
    bench.nextDay();
    await bench.compare();
  };
  await wrong(7);
  expect((await bench.open()).filter((found) => found.endsWith('balances'))).toEqual(['books books_balances']);
  await wrong(-7);
  expect(await bench.open()).toEqual([]);
});

/** By the report's code: a change that makes the report differ from the books, and its fix; or why none does. */
const DAMAGE: Readonly<Record<ReportCode, readonly [string, string] | string>> = {
  nsr: [
    'update account set original_principal_cents = original_principal_cents + 1 where id = $1',
    'update account set original_principal_cents = original_principal_cents - 1 where id = $1',
  ],
  pif: [
    'update account set paid_off_on = null where id = $1',
    'update account a set paid_off_on = l.paid_off_on from ledger_loan l where l.id = a.external_id and a.id = $1',
  ],
  wor: [
    "update transaction set amount_cents = amount_cents + 1 where type = 'charge_off' and account_id = $1",
    "update transaction set amount_cents = amount_cents - 1 where type = 'charge_off' and account_id = $1",
  ],
  ncar: [
    "update transaction set fees_cents = fees_cents - 1 where type = 'waiver' and account_id = $1",
    "update transaction set fees_cents = fees_cents + 1 where type = 'waiver' and account_id = $1",
  ],
  abr: [
    'update past_due_snapshot set balance_cents = balance_cents + 1 where account_id = $1',
    'update past_due_snapshot set balance_cents = balance_cents - 1 where account_id = $1',
  ],
  dr: 'both sides read the same booked positions',
  crr: amountChanged('payment'),
  mpr: amountChanged('payment'),
  nsfr: amountChanged('nsf'),
  car: amountChanged('reversal'),
};

function amountChanged(type: string): readonly [string, string] {
  const change = (by: string) =>
    `update transaction set amount_cents = amount_cents ${by} where type = '${type}' and account_id = $1`;
  return [change('+ 1'), change('- 1')];
}

it('each report is a difference while it disagrees with the books', async () => {
  const api = await lender.api();
  const [open, paidOff, lost] = [
    await lender.ledgerAccount(),
    await lender.ledgerAccount(50_000),
    await lender.ledgerAccount(),
  ];
  const returned = await api.record(open, { payment_method: 'check', check_number: 7 });
  expect((await api.reverse(returned.json.payment_id, { is_nsf: true })).json.status).toBe('reversed');
  const corrected = await api.record(open, {});
  expect((await api.reverse(corrected.json.payment_id, {})).json.status).toBe('reversed');
  expect((await api.record(paidOff, { amount_cents: 50_000 })).json.status).toBe('posted');
  const ledger = createLedger(instance.resources);
  const serve = async (accountId: string, act: (tx: Transaction, loan: LoanReference) => Promise<OperationOutcome>) =>
    instance.resources.db.transaction(async (tx) => {
      const done = await act(tx, { organizationId: lender.organizationId, accountId, externalId: accountId });
      if (done.kind !== 'done') throw new Error(done.reason);
      await applyChange(tx, instance.resources, done.change);
    });
  const waiver = { component: 'fees', amountCents: cents(2_500), reason: 'courtesy' } as const;
  await serve(open, (tx, loan) => ledger.operations.waive(tx, loan, waiver));
  await serve(lost, (tx, loan) => ledger.operations.chargeOff(tx, loan, 'bankruptcy'));

  const wrong = async () => {
    const { rows } = await sql.query(
      `select split_part(d.reference, ':', 1) as code from tie_out_difference d
         join operator_exception x on x.id = d.id and x.resolved_at is null where d.kind = 'books_reports' order by 1`,
    );
    return rows.map(({ code }) => code);
  };
  await sql.query('delete from tie_out_look');
  const fresh = new TieOutHarness(instance, sql, lender.organizationId, businessDayOf(systemClock.now()));
  await fresh.compare();
  expect(await wrong()).toEqual([]);
  const damaged = Object.entries(DAMAGE).flatMap(([code, change]) =>
    typeof change === 'string' ? [] : [[code, change] as const],
  );
  const about: Readonly<Record<string, string>> = { pif: paidOff, wor: lost };
  for (const [code, [harm]] of damaged) await sql.query(harm, [about[code] ?? open]);
  await sql.query('delete from tie_out_look');
  await fresh.compare();
  expect(await wrong()).toEqual(damaged.map(([code]) => code).sort());
  for (const [code, [, mending]] of damaged) await sql.query(mending, [about[code] ?? open]);
  fresh.nextDay();
  await fresh.compare();
  expect(await wrong()).toEqual([]);
});

it('a comparison at an unknown step fails: its day does not count as compared', async () => {
  await sql.query('delete from tie_out_look');
  await bench.comparison().plan(systemPrincipal('test'), lender.organizationId);
  const told = await bench.completeness('books');
  for (const step of ['unheard_of', 'charges', 'toString']) {
    await sql.query("update tie_out_look set step = $1 where subject = 'books' and step <> 'done'", [step]);
    await expect(bench.compare()).rejects.toThrow(
      `the comparison with books is at step ${step}, which is not one of its steps`,
    );
    const { rows } = await sql.query("select step from tie_out_look where subject = 'books' and step <> 'done'");
    expect(rows).toEqual([{ step }]);
  }
  expect(await bench.completeness('books')).toEqual(told);
  // The command still compares the other sides, and then fails.
  await expect(bench.comparison().runAll()).rejects.toThrow('which is not one of its steps');
  const { rows } = await sql.query(
    "select subject, count(*) as open from tie_out_look where step <> 'done' group by 1",
  );
  expect(rows).toEqual([{ subject: 'books', open: expect.anything() }]);
});
