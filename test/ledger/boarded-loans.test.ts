import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { Api } from '../support/api.js';
import { board, csv, LOAN, PAYMENT } from '../support/board-file.js';
import { silent } from '../support/identity.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* What happens to a loan after it was boarded, over the APIs. */

const AS_OF = '2026-05-01T15:00:00Z';
const clock = new SimulatedClock(AS_OF);
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
});
afterAll(() => instance.close());

const rows = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const EMPTY = { principal_cents: 0, interest_cents: 0, paid_installments: '' } as const;

type Row = Readonly<Record<string, string | number>>;

/** Boards loans of a new lender; returns their ids by number. */
async function boarded(...file: readonly Row[]) {
  clock.moveTo(AS_OF);
  const lender = await instance.lender();
  return { lender, ids: await boardedBy(lender, ...file) };
}

async function boardedBy(lender: Lender, ...file: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const { boarding, problems } = await board(instance.resources, lender.organizationId, csv(...file));
  expect(problems).toEqual([]);
  expect(boarding).toMatchObject({ status: 'done', isTied: true });
  const found = await rows('select loan_number, id from ledger_loan where organization_id = $1', [
    lender.organizationId,
  ]);
  return new Map(found.map(({ loan_number, id }) => [String(loan_number), String(id)]));
}

async function reportsOf(lender: Lender) {
  const api = new Api(instance.baseUrl, (await lender.key()).plaintext);
  return async (report: string): Promise<readonly Row[]> => {
    const { status, json } = await api.get(`/reports/${report}?from=2026-01-01&to=2026-12-31`);
    expect(status).toBe(200);
    return json.items;
  };
}

describe('a charge-off from before the cut-over', () => {
  it('is reversed: the loan owes what it would owe if it had been boarded without it, is in no wor, and continues', async () => {
    const { lender, ids } = await boarded(
      { ...LOAN, loan_number: 'lost', status: 'charged_off', charged_off_on: '2026-04-20' },
      { ...LOAN, loan_number: 'never', borrower_name: 'Ben Baker' },
    );
    const [lost = '', never = ''] = ['lost', 'never'].map((number) => ids.get(number));
    const report = await reportsOf(lender);
    expect(await report('wor')).toMatchObject([{ account_id: lost }]);
    clock.moveTo('2026-05-14T15:00:00Z');
    for (const id of [lost, never])
      expect((await (await lender.api()).record(id, { amount_cents: 50_000 })).status).toBe(201);
    clock.moveTo('2026-05-15T15:00:00Z');
    const api = await lender.api();
    const undo = (key: string) =>
      api.post(`/v1/ledger/loans/${lost}/charge-off/reversal`, { reason: 'dismissed' }, { 'idempotency-key': key });
    const key = randomUUID();
    const [undone, again] = [await undo(key), await undo(key)];
    expect(undone.json).toMatchObject({ type: 'charge_off_reversal', amount_cents: 766_000, reason: 'dismissed' });
    expect([again.status, again.text]).toEqual([201, undone.text]);
    for (const id of [lost, never]) expect((await api.record(id, { amount_cents: 100 })).status).toBe(201);
    const states = await rows(
      `select status::text, principal_cents::int, interest_cents::int, scheduled_paid_cents::int, charged_off_on::text,
          accrual_remainder::int, late_fees_cents::int, taken_by_late_fees_cents::int
         from ledger_loan where organization_id = $1`,
      [lender.organizationId],
    );
    expect(states[0]).toEqual(states[1]);
    expect(states[0]).toMatchObject({ status: 'active', charged_off_on: null });
    const books = await rows(
      `select entry.loan_id, line.ledger_account, sum(line.amount_cents)::int as cents from ledger_entry entry
         join ledger_line line using (organization_id, reference_number) where entry.organization_id = $1
        group by 1, 2 having sum(line.amount_cents) <> 0 order by 2`,
      [lender.organizationId],
    );
    const of = (id: string) => books.filter(({ loan_id }) => loan_id === id).map(({ loan_id: _, ...sum }) => sum);
    expect(of(lost)).toEqual(of(never));
    expect(await report('wor')).toEqual([]);
    expect((await api.get(`/v1/accounts/${lost}`)).json).toMatchObject({ status_code: 'active', charged_off_on: null });
    const audit = await rows('select action from audit_log where subject = $1', [lost]);
    expect(audit).toEqual([{ action: 'ledger_loan.charge_off_reversal' }]);
    const events = await rows("select status from event where object_id = $1 and type = 'account.status_changed'", [
      lost,
    ]);
    expect(events).toEqual([{ status: 'active' }]);
  });
});

describe('a loan boarded as closed', () => {
  it('its dates show how it ended; with neither, and without unreversed history, no money ever moved', async () => {
    const closed = { ...LOAN, ...EMPTY, status: 'closed' };
    const { lender, ids } = await boarded(
      { ...closed, loan_number: 'paid', paid_off_on: '2026-04-10' },
      { ...closed, loan_number: 'lost', borrower_name: 'Ben Baker', charged_off_on: '2026-04-20' },
      { ...closed, loan_number: 'told', borrower_name: 'Cora Carter' },
      { ...PAYMENT, loan_number: 'told' },
      { ...closed, loan_number: 'never', borrower_name: 'Dan Dyer' },
      { ...closed, loan_number: 'taken back', borrower_name: 'Eve Fisher' },
      {
        ...PAYMENT,
        loan_number: 'taken back',
        type: 'disbursement',
        external_id: 'D-1',
        transaction_status: 'reversed',
      },
    );
    const report = await reportsOf(lender);
    const numberOf = (account: unknown) => [...ids].find(([, id]) => id === account)?.[0];
    const among = async (code: string) => (await report(code)).map((row) => numberOf(row['account_id'])).sort();
    expect(await among('nsr')).toEqual(['lost', 'paid', 'told']);
    expect(await among('pif')).toEqual(['paid']);
    expect(await among('wor')).toEqual(['lost']);
    const api = await lender.api();
    expect((await api.get(`/v1/accounts/${ids.get('never')}`)).json).toMatchObject({ status_code: 'closed' });
  });
});

it('a missed installment after the cut-over costs its late fee, written to the loan and to the account', async () => {
  clock.moveTo(AS_OF);
  const lender = await instance.lender();
  const [product, { organizationId }] = [newId(), lender];
  await rows(
    `insert into ledger_product (organization_id, id, code, name, current_version, is_active, created_at)
     values ($1, $2, 'late', 'With a late fee', 1, true, now())`,
    [organizationId, product],
  );
  await rows(
    `insert into ledger_product_version (organization_id, product_id, version, day_count, application_order, nsf_fee_cents,
       late_fee_cents, late_fee_grace_days, charge_off_at_days, tolerance_cents, payoff_rule, accrue_to, created_at, created_by)
     values ($1, $2, 1, 'actual_365', 'fees_interest_principal', 0, 2500, 10, 120, 0, 'to_payoff_day', 'business_day', now(), 't')`,
    [organizationId, product],
  );
  const ids = await boardedBy(lender, { ...LOAN, product_code: 'late', fees_cents: 4_000 });
  const account = ids.get('A-1') ?? '';
  const lateFees = async () =>
    (
      await rows(
        `select fees_cents::int as fees, late_fees_cents::int as late, taken_by_late_fees_cents::int as taken, late_fee_installments as charged
           from ledger_loan where id = $1`,
        [account],
      )
    )[0];
  expect(await lateFees()).toEqual({ fees: 4_000, late: 4_000, taken: 0, charged: [1, 2, 3] });
  // The fourth is paid on its day; the boarded fees take a part of it.
  clock.moveTo('2026-05-15T15:00:00Z');
  expect((await (await lender.api()).record(account, { amount_cents: 88_849 })).status).toBe(201);
  expect(await lateFees()).toEqual({ fees: 0, late: 0, taken: 4_000, charged: [1, 2, 3] });
  clock.moveTo('2026-06-15T15:00:00Z');
  await runDayEnd({ db: instance.resources.db, clock, logger: silent, endSchedules });
  expect(await lateFees()).toMatchObject({ charged: [1, 2, 3] });
  // The fifth is missed.
  clock.moveTo('2026-06-29T15:00:00Z');
  await runDayEnd({ db: instance.resources.db, clock, logger: silent, endSchedules });
  expect(await lateFees()).toEqual({ fees: 2_500, late: 2_500, taken: 4_000, charged: [1, 2, 3, 5] });
  const { items } = (await (await lender.api()).get(`/v1/accounts/${account}/transactions`)).json;
  expect(items[0]).toMatchObject({ type: 'fee', amount_cents: 2_500, effective_at: '2026-06-25' });
});

it.each([
  ['a pending loan that was paid', { ...EMPTY, status: 'pending', paid_installments: 3 }, 'paid_installments'],
  ['charged off before it was made', { status: 'charged_off', charged_off_on: '2026-01-14' }, 'charged_off_on'],
  ['paid off before it was made', { ...EMPTY, status: 'paid_in_full', paid_off_on: '2026-01-14' }, 'paid_off_on'],
] as const)('%s is refused', async (_what, change, column) => {
  clock.moveTo(AS_OF);
  const { organizationId } = await instance.lender();
  const { boarding, problems } = await board(instance.resources, organizationId, csv({ ...LOAN, ...change }));
  expect(problems.map((problem) => problem.column)).toContain(column);
  expect(boarding).toMatchObject({ status: 'refused', loansWritten: 0 });
});
