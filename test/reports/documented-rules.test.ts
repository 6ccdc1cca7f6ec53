import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { writePositionsDue } from '../../subgraphs/reporting/position/write-daily-positions.js';
import { Api } from '../support/api.js';
import { board, csv, LOAN, product } from '../support/board-file.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Rules of docs/ledger.md about reports. Its examples have one loan and no reports, so they cannot show them. */

const clock = new SimulatedClock('2026-05-01T15:00:00Z');
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
});
afterAll(() => instance.close());

/** Runs the worker's evening jobs as on a given day, when the days before it have ended. */
async function evening(day: string): Promise<void> {
  clock.moveTo(`${day}T15:00:00Z`);
  const { db, logger } = instance.resources;
  const { closedThrough, failed } = await runDayEnd({ db, clock, logger, endSchedules });
  expect(failed).toBe(0);
  await writePositionsDue({ db, clock, logger }, closedThrough);
}

type Row = Readonly<Record<string, string | number>>;

async function boarded(lender: Lender, ...loans: readonly Row[]): Promise<void> {
  const { boarding, problems } = await board(instance.resources, lender.organizationId, csv(...loans));
  expect([problems, boarding.status]).toEqual([[], 'done']);
}

async function report(lender: Lender, path: string): Promise<readonly Row[]> {
  const { status, json } = await new Api(instance.baseUrl, (await lender.key()).plaintext).get(path);
  expect(status).toBe(200);
  return json.items;
}

describe('pif: whether the month of a payoff has ended', () => {
  it('depends on the calendar day of the return, not on its business day', async () => {
    clock.moveTo('2026-10-30T15:00:00Z'); // a Friday
    const lender = await instance.lender();
    const api = await lender.api();
    const paidOff = async () => {
      const account = await lender.ledgerAccount(50_000);
      const { status, json } = await api.record(account, { amount_cents: 50_000 });
      expect([status, json.status]).toEqual([201, 'posted']);
      return { account, paymentId: String(json.payment_id) };
    };
    const returned = async (paymentId: string, at: string) => {
      clock.moveTo(at);
      const { status, json } = await (await lender.api()).reverse(paymentId, { is_nsf: true });
      expect([status, json.status]).toEqual([201, 'reversed']);
    };
    const saturday = await paidOff();
    const sunday = await paidOff();
    const october = async () =>
      (await report(lender, '/reports/pif?from=2026-10-01&to=2026-10-31')).map(({ account_id }) => account_id);
    expect((await october()).toSorted()).toEqual([saturday.account, sunday.account].toSorted());

    await returned(saturday.paymentId, '2026-10-31T15:00:00Z');
    // In New York it is still Sunday.
    await returned(sunday.paymentId, '2026-11-02T03:00:00Z');
    expect(await october()).toEqual([sunday.account]);
    const returns = await report(lender, '/reports/nsfr?from=2026-11-02&to=2026-11-02');
    expect(returns.map(({ account_id }) => account_id).toSorted()).toEqual(
      [saturday.account, sunday.account].toSorted(),
    );
  });
});

describe('wor: days past due', () => {
  it('are counted without the tolerance that day-end still applied', async () => {
    clock.moveTo('2026-05-01T15:00:00Z');
    const lender = await instance.lender();
    await (await product(lender, 'lenient')).revise({ tolerance_cents: 500 });
    // Four dollars of the installment of 15 April are missing; the one of 15 May is the first late one.
    const short = { paid_installments: '', scheduled_paid_cents: 3 * LOAN.scheduled_payment_cents - 400 };
    await boarded(lender, { ...LOAN, ...short, product_code: 'lenient' });
    await evening('2026-09-20');
    // Saturday 12 September is 120 days after 15 May; Monday the 14th is 152 days after 15 April.
    expect(await report(lender, '/reports/wor?from=2026-09-01&to=2026-09-30')).toMatchObject([
      { charged_off_on: '2026-09-14', days_past_due: 152 },
    ]);
  });

  it('are unknown for a loan charged off before its cut-over', async () => {
    clock.moveTo('2026-05-01T15:00:00Z');
    const lender = await instance.lender();
    await boarded(lender, { ...LOAN, status: 'charged_off', charged_off_on: '2026-04-20' });
    expect(await report(lender, '/reports/wor?from=2026-04-01&to=2026-04-30')).toMatchObject([
      { charged_off_on: '2026-04-20', days_past_due: null },
    ]);
  });
});

describe('roll rates of boarded loans', () => {
  it('begin with the cut-over as `new`; months already written do not include a loan boarded later', async () => {
    clock.moveTo('2026-05-01T15:00:00Z');
    const lender = await instance.lender();
    const rolls = async (monthEnd: string) => {
      const ask = graphClient(instance.graphqlUrl, (await lender.api()).token);
      const { json } = await ask(
        'query ($of: Date!) { rollRates(from: $of, to: $of) { fromState toState accounts rateOfAccounts } }',
        { of: monthEnd },
      );
      return json.data.rollRates;
    };
    const closed = { principal_cents: 0, interest_cents: 0, paid_installments: '' };
    await boarded(
      lender,
      LOAN,
      { ...LOAN, loan_number: 'late', borrower_name: 'Ben Baker', paid_installments: 1 },
      {
        ...LOAN,
        ...closed,
        loan_number: 'paid',
        borrower_name: 'Cora Carter',
        status: 'paid_in_full',
        paid_off_on: '2026-03-10',
      },
    );
    await evening('2026-06-02');
    const may = [
      { fromState: 'new', toState: '1-29', accounts: 1, rateOfAccounts: '0.333333' },
      { fromState: 'new', toState: '60-89', accounts: 1, rateOfAccounts: '0.333333' },
      { fromState: 'new', toState: 'paid_in_full', accounts: 1, rateOfAccounts: '0.333333' },
    ];
    // Neither the file's dates nor its history create rows for earlier months.
    expect([await rolls('2026-03-31'), await rolls('2026-04-30'), await rolls('2026-05-31')]).toEqual([[], [], may]);

    // Its cut-over is in May too, but the days of May are already written.
    await boarded(lender, { ...LOAN, loan_number: 'later' });
    await evening('2026-07-02');
    expect(await rolls('2026-05-31')).toEqual(may);
    expect(await rolls('2026-06-30')).toEqual([
      { fromState: '1-29', toState: '30-59', accounts: 2, rateOfAccounts: '1.000000' },
      { fromState: '60-89', toState: '90-119', accounts: 1, rateOfAccounts: '1.000000' },
      { fromState: 'paid_in_full', toState: 'paid_in_full', accounts: 1, rateOfAccounts: '1.000000' },
    ]);
  });
});
