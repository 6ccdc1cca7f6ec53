import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import type { ReportCode } from '../../subgraphs/reporting/reports/reports.js';
import { Api } from '../support/api.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * One lender, calculated by hand. On Monday 2026-03-02 three loans are created: 10,000.00 at 18 % that pays twice and
 * has two payments reversed, 500.00 that is paid off at once, and 10,000.00 that never pays. Installments of a
 * twentieth are due on the second of every month. Day-end runs until September.
 */

const clock = new SimulatedClock('2026-03-02T15:00:00Z');
let instance: TestInstance;
let lender: Lender;
let api: Api;
let paying: string;
let paidOff: string;
let lost: string;
/** Ids of payments, by outcome. */
let ids: Readonly<Record<'kept' | 'returned' | 'reversed', string>>;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
  lender = await instance.lender();
  const v1 = await lender.api();
  paying = await lender.ledgerAccount();
  ids = {
    kept: (await v1.record(paying)).json.payment_id,
    returned: (await v1.record(paying, { payment_method: 'check', check_number: 7 })).json.payment_id,
    reversed: (await v1.record(paying, { amount_cents: 12_345 })).json.payment_id,
  };
  await v1.reverse(ids.returned, { is_nsf: true, reason: '=returned' });
  await v1.reverse(ids.reversed, { reason: 'misposted' });
  await waiveFee();
  paidOff = await lender.ledgerAccount(50_000);
  await v1.record(paidOff, { amount_cents: 50_000 });
  lost = await lender.ledgerAccount();
  clock.moveTo('2026-09-15T15:00:00Z');
  await runDayEnd(instance.resources);
  const later = await lender.api();
  await later.record(lost, { amount_cents: 30_000 });
  const { json } = await later.record(lost, { amount_cents: 20_000 });
  await later.reverse(json.payment_id);
  api = new Api(instance.baseUrl, (await lender.key()).plaintext);
});
afterAll(() => instance.close());

const OWNER = ['organization_id', 'account_id'];
const COLUMNS: Readonly<Record<ReportCode, readonly string[]>> = {
  crr: ['transaction_id', ...OWNER, 'type', 'amount_cents', 'effective_at', 'status'],
  nsfr: [
    ...OWNER,
    'transaction_id',
    'original_transaction_id',
    'original_effective_at',
    'amount_cents',
    'reason',
    'effective_at',
    'status',
  ],
  car: [
    ...OWNER,
    'transaction_id',
    'type',
    'original_transaction_id',
    'amount_cents',
    'reason',
    'effective_at',
    'status',
  ],
  ncar: [...OWNER, 'transaction_id', 'type', 'component', 'amount_cents', 'reason', 'effective_at', 'status'],
  mpr: [
    ...OWNER,
    'month',
    'transaction_id',
    'payment_method',
    'amount_cents',
    'principal_cents',
    'interest_cents',
    'fees_cents',
    'ending_balance_cents',
    'effective_at',
  ],
  nsr: [
    ...OWNER,
    'external_contract_number',
    'primary_borrower_party_id',
    'originated_on',
    'amount_financed_cents',
    'annual_rate',
    'term_months',
    'first_due_date',
  ],
  wor: [
    ...OWNER,
    'charged_off_on',
    'charge_off_amount_cents',
    'principal_cents',
    'interest_cents',
    'fees_cents',
    'days_past_due',
    'recovered_cents',
  ],
  pif: [...OWNER, 'paid_off_on', 'final_payment_cents', 'payoff_cents', 'original_principal_cents'],
  abr: [
    ...OWNER,
    'balance_cents',
    'current_cents',
    'past_due_1_29_cents',
    'past_due_30_59_cents',
    'past_due_60_89_cents',
    'past_due_90_119_cents',
    'past_due_120_plus_cents',
    'total_past_due_cents',
  ],
  dr: [
    ...OWNER,
    'status_code',
    'days_past_due',
    'bucket',
    'past_due_cents',
    'first_delinquent_on',
    'last_payment_on',
    'last_payment_cents',
    'next_due_on',
    'next_due_cents',
  ],
};
/** A range in which each report has rows. */
const RANGE = (code: string) => (code === 'abr' || code === 'dr' ? 'to=2026-05-15' : '');

describe.each(Object.entries(COLUMNS))('GET /reports/%s', (code, columns) => {
  it('200: rows with exactly the contract’s columns, in its order, in the list envelope', async () => {
    const { status, json } = await api.get(`/reports/${code}?${RANGE(code)}`);
    expect(status).toBe(200);
    expect(json.items.length).toBeGreaterThan(0);
    for (const row of json.items) expect(Object.keys(row)).toEqual(columns);
    expect(json.page).toEqual({ next_cursor: null, has_more: false, limit: 100 });
  });

  it('200 with an empty items array for an empty range', async () => {
    const { status, json } = await api.get(`/reports/${code}?from=2001-01-01&to=2001-01-31`);
    expect([status, json]).toEqual([200, { items: [], page: { next_cursor: null, has_more: false, limit: 100 } }]);
  });

  it('400 invalid_date_range, 401 missing_token, 403 organization_out_of_scope', async () => {
    const refusals = [
      await api.get(`/reports/${code}?from=2026-02-30`),
      await api.get(`/reports/${code}?from=2026-03-02&to=2026-03-01`),
      await new Api(instance.baseUrl, '').get(`/reports/${code}`),
      await api.get(`/reports/${code}?organization_id=${newId()}`),
    ];
    expect(refusals.map(({ status, json }) => [status, json.detail.error_code])).toEqual([
      [400, 'invalid_date_range'],
      [400, 'invalid_date_range'],
      [401, 'missing_token'],
      [403, 'organization_out_of_scope'],
    ]);
  });
});

it('GET /reports/spr › 501 not_implemented; any other code › 404 report_not_found; both 401 without a key', async () => {
  expect(await refusal('spr')).toEqual([501, refusalOf('not_implemented')]);
  for (const code of ['none', 'CRR', '%00', 'crr2'])
    expect(await refusal(code)).toEqual([404, refusalOf('report_not_found')]);
  const stranger = new Api(instance.baseUrl, 'x');
  for (const code of ['spr', 'none']) expect((await stranger.get(`/reports/${code}`)).status).toBe(401);
});

it('GET /v1/reports/crr › 404: reports are not part of the client API', async () => {
  const v1 = await lender.api();
  expect((await v1.get('/v1/reports/crr')).status).toBe(404);
});

describe('rows, calculated by hand', () => {
  it('crr: every payment received, including reversed ones', async () => {
    const rows = (await items('crr', 'to=2026-03-02')).filter(({ account_id }) => account_id === paying);
    const row = { organization_id: lender.organizationId, account_id: paying, type: 'payment' };
    const on = { transaction_id: expect.any(String), effective_at: '2026-03-02' };
    expect(rows.toSorted((a, b) => Number(a['amount_cents']) - Number(b['amount_cents']))).toEqual(
      expect.arrayContaining([
        { ...row, ...on, amount_cents: 10_000, status: 'posted' },
        { ...row, ...on, amount_cents: 10_000, status: 'reversed' },
        { ...row, ...on, amount_cents: 12_345, status: 'reversed' },
      ]),
    );
    expect(rows).toHaveLength(3);
  });

  it('reportTotals of crr: gross, reversed and net; other reports have no net', async () => {
    const ask = graphClient(instance.graphqlUrl, api.token);
    const totals = async (code: string, range = '') =>
      (await ask(`{ reportTotals(code: ${code}${range}) { sums { column cents reversedCents netCents } } }`)).json.data
        .reportTotals.sums;
    // 10,000 and 50,000 remain, 10,000 and 12,345 were reversed.
    expect(await totals('crr', ', to: "2026-03-02"')).toEqual([
      { column: 'amount_cents', cents: 82_345, reversedCents: 22_345, netCents: 60_000 },
    ]);
    expect(await totals('car')).toEqual([
      { column: 'amount_cents', cents: -32_345, reversedCents: null, netCents: null },
    ]);
  });

  it('nsfr: the returned amount, positive, with the returned payment', async () => {
    const [row, ...more] = await items('nsfr');
    expect(more).toEqual([]);
    const original = (await items('crr')).find(
      (receipt) => receipt['transaction_id'] === row?.['original_transaction_id'],
    );
    expect(original).toMatchObject({ account_id: paying, amount_cents: 10_000, status: 'reversed' });
    expect(row).toMatchObject({
      account_id: paying,
      original_effective_at: '2026-03-02',
      amount_cents: 10_000,
      reason: '=returned',
      effective_at: '2026-03-02',
      status: 'posted',
    });
  });

  it('car: a reversal that is not an NSF return, signed; also a reversed recovery', async () => {
    const rows = await items('car');
    expect(
      rows.map(({ account_id, type, amount_cents, reason, effective_at }) => [
        account_id,
        type,
        amount_cents,
        reason,
        effective_at,
      ]),
    ).toEqual([
      [lost, 'reversal', -20_000, null, '2026-09-15'],
      [paying, 'reversal', -12_345, 'misposted', '2026-03-02'],
    ]);
  });

  it('ncar: a waived fee and each component of a charge-off reduce the amount owed', async () => {
    const rows = await items('ncar');
    expect(rows.filter(({ account_id }) => account_id === lost)).toMatchObject([
      {
        type: 'charge_off',
        component: 'principal',
        amount_cents: -1_000_000,
        reason: 'past_due',
        effective_at: '2026-07-01',
      },
      { type: 'charge_off', component: 'interest', amount_cents: -59_671, effective_at: '2026-07-01' },
    ]);
    expect(rows.filter(({ type }) => type === 'waiver')).toMatchObject([
      { account_id: paying, component: 'fee', amount_cents: -2_500, reason: 'courtesy', effective_at: '2026-03-02' },
    ]);
  });

  it('mpr: a payment with its allocation and the remaining principal', async () => {
    const rows = (await items('mpr', 'to=2026-03-02')).filter(({ account_id }) => account_id === paidOff);
    expect(rows).toEqual([
      {
        organization_id: lender.organizationId,
        account_id: paidOff,
        month: '2026-03',
        transaction_id: expect.any(String),
        payment_method: 'cash',
        amount_cents: 50_000,
        principal_cents: 50_000,
        interest_cents: 0,
        fees_cents: 0,
        ending_balance_cents: 0,
        effective_at: '2026-03-02',
      },
    ]);
  });

  it('nsr: the loan as originated', async () => {
    const rows = (await items('nsr')).filter(({ account_id }) => account_id === lost);
    expect(rows).toEqual([
      {
        organization_id: lender.organizationId,
        account_id: lost,
        external_contract_number: expect.stringMatching(/^LN-/),
        primary_borrower_party_id: lender.personId,
        originated_on: '2026-03-02',
        amount_financed_cents: 1_000_000,
        annual_rate: '18.0000',
        term_months: 24,
        first_due_date: '2026-03-03',
      },
    ]);
  });

  it('wor: the balance as of the 120th day; recovered is the sum of later payments that were not reversed', async () => {
    const rows = (await items('wor')).filter(({ account_id }) => account_id === lost);
    // 121 days of 18 % on 1,000,000: 59,671.23
    expect(rows).toEqual([
      {
        organization_id: lender.organizationId,
        account_id: lost,
        charged_off_on: '2026-07-01',
        charge_off_amount_cents: 1_059_671,
        principal_cents: 1_000_000,
        interest_cents: 59_671,
        fees_cents: 0,
        days_past_due: 120,
        recovered_cents: 30_000,
      },
    ]);
  });

  it('pif: the last payment and its allocation', async () => {
    expect(await items('pif')).toEqual([
      {
        organization_id: lender.organizationId,
        account_id: paidOff,
        paid_off_on: '2026-03-02',
        final_payment_cents: 50_000,
        payoff_cents: 50_000,
        original_principal_cents: 50_000,
      },
    ]);
  });

  it('abr: three late installments as of a day, each in the bucket of its own due date; `from` has no effect', async () => {
    for (const query of ['to=2026-05-15', 'from=2026-05-14&to=2026-05-15']) {
      const rows = await items('abr', query);
      expect(rows.map(({ account_id }) => account_id)).toEqual([paying, lost].toSorted());
      expect(rows.find(({ account_id }) => account_id === lost)).toEqual({
        organization_id: lender.organizationId,
        account_id: lost,
        balance_cents: 1_000_000,
        current_cents: 850_000,
        past_due_1_29_cents: 50_000,
        past_due_30_59_cents: 50_000,
        past_due_60_89_cents: 50_000,
        past_due_90_119_cents: 0,
        past_due_120_plus_cents: 0,
        total_past_due_cents: 150_000,
      });
      // 10,000 of the first installment is paid.
      expect(rows.find(({ account_id }) => account_id === paying)).toMatchObject({
        balance_cents: 990_000,
        past_due_60_89_cents: 40_000,
        total_past_due_cents: 140_000,
      });
    }
  });

  it('dr: days since the oldest unpaid due date, start of the delinquency, and the last payment', async () => {
    const rows = await items('dr', 'to=2026-05-15');
    expect(rows.find(({ account_id }) => account_id === lost)).toEqual({
      organization_id: lender.organizationId,
      account_id: lost,
      status_code: 'delinquent',
      days_past_due: 73,
      bucket: '60-89',
      past_due_cents: 150_000,
      first_delinquent_on: '2026-03-04',
      last_payment_on: null,
      last_payment_cents: null,
      next_due_on: '2026-06-03',
      next_due_cents: 50_000,
    });
    expect(rows.find(({ account_id }) => account_id === paying)).toMatchObject({
      last_payment_on: '2026-03-02',
      last_payment_cents: 10_000,
    });
  });

  it('abr and dr: a future range is empty, as in other reports; one that has begun is as of today', async () => {
    const later = await instance.lender('Dogwood Loans');
    const account = await later.ledgerAccount();
    const reader = new Api(instance.baseUrl, (await later.key()).plaintext);
    const rows = async (query: string) => {
      const { status, json } = await reader.get(`/reports/abr?${query}`);
      expect(status).toBe(200);
      return json.items.map(({ account_id }: { account_id: string }) => account_id);
    };
    for (const query of ['from=2026-09-16', 'from=2026-09-16&to=2026-12-31', 'from=2099-01-01', 'to=2026-09-14'])
      expect([query, await rows(query)]).toEqual([query, []]);
    for (const query of [
      '',
      'from=2026-09-15',
      'from=2026-01-01',
      'to=2026-09-15',
      'to=2099-01-01',
      'from=2026-09-15&to=2099-01-01',
    ])
      expect([query, await rows(query)]).toEqual([query, [account]]);
    const totals = async (range: string) =>
      (await graphClient(instance.graphqlUrl, reader.token)(`{ reportTotals(code: abr${range}) { rows } }`)).json.data;
    expect(await totals('')).toEqual({ reportTotals: { rows: 1 } });
    expect(await totals(', from: "2026-09-16"')).toEqual({ reportTotals: { rows: 0 } });
  });

  it('abr and dr omit loans charged off or paid off by then: without `to`, as of today', async () => {
    for (const code of ['abr', 'dr'])
      for (const query of ['', 'to=2026-07-01', 'to=2026-07-02']) expect(await items(code, query)).toEqual([]);
    expect(await items('abr', 'to=2026-06-30')).toHaveLength(2);
    // Before and on its first due date no installment is late.
    for (const to of ['2026-03-02', '2026-03-03']) expect(await items('dr', `to=${to}`)).toEqual([]);
  });
});

describe('on a Saturday', () => {
  it('accounts are as of now: with entries for Monday, and days past due until today', async () => {
    const weekend = await instance.lender('Cypress Credit');
    clock.moveTo('2026-09-15T16:00:00Z');
    const account = await weekend.ledgerAccount(); // its first installment is due on the next day
    clock.moveTo('2026-09-19T15:00:00Z');
    await runDayEnd(instance.resources);
    const key = (await weekend.key()).plaintext;
    const paid = await (await weekend.api()).record(account, { amount_cents: 10_000 });
    expect(paid.json.effective_date).toBe('2026-09-21');
    const reader = new Api(instance.baseUrl, key);
    const row = async (code: string, to = '') => (await reader.get(`/reports/${code}?${to}`)).json.items[0];

    const now = await row('dr');
    expect(now).toMatchObject({ days_past_due: 3, past_due_cents: 40_000, last_payment_on: '2026-09-21' });
    const detail = (await reader.get(`/accounts/${account}`)).json;
    expect(detail).toMatchObject({ days_past_due: 3, past_due_cents: 40_000 });
    expect((await row('abr')).balance_cents).toBe(detail.current_balance_cents);
    for (const to of ['to=2026-09-19', 'to=2026-09-20', 'to=2026-12-31']) expect(await row('dr', to)).toEqual(now);
    // Today's books are already Monday's; there are none after that.
    expect(await row('dr', 'from=2026-09-21')).toEqual(now);
    expect(await row('dr', 'from=2026-09-22')).toBeUndefined();
    expect(await row('dr', 'to=2026-09-18')).toMatchObject({ days_past_due: 2, past_due_cents: 50_000 });

    const { json } = await graphClient(instance.graphqlUrl, key)('{ agingSummary { bucket accounts pastDueCents } }');
    expect(json.data.agingSummary[1]).toEqual({ bucket: '1-29', accounts: 1, pastDueCents: 40_000 });
  });
});

describe('rows of an older system, without dates and amounts', () => {
  let legacy: Lender;
  let old: Api;

  beforeAll(async () => {
    legacy = await instance.lender('Birch Credit');
    old = new Api(instance.baseUrl, (await legacy.key()).plaintext);
    const account = await legacy.ledgerAccount();
    for (const [type, amount, on] of [
      ['payment', null, null],
      ['payment', 12_500, null],
      ['payment', null, '2024-05-01'],
      ['payment', 700, '2024-05-02'],
      ['adjustment', null, null],
    ] as const) {
      await instance.resources.pool.query(
        `insert into transaction (id, organization_id, account_id, type, amount_cents, effective_at, sort_on)
         values ($1, $2, $3, $4, $5, $6::date, coalesce($6::date, '-infinity'))`,
        [newId(), legacy.organizationId, account, type, amount, on],
      );
    }
  });

  it('are null if unknown, last without bounds, and omitted with either bound', async () => {
    const dates = async (query: string) =>
      (await old.get(`/reports/mpr?${query}`)).json.items.map(
        ({ effective_at, month, amount_cents }: Record<string, unknown>) => [effective_at, month, amount_cents],
      );
    const dated = [
      ['2024-05-02', '2024-05', 700],
      ['2024-05-01', '2024-05', null],
    ];
    const all = await dates('');
    expect(all.slice(0, 2)).toEqual(dated);
    expect(all.slice(2).map(([on]: unknown[]) => on)).toEqual([null, null]);
    expect(all.slice(2).map(([, , amount]: unknown[]) => amount)).toEqual(expect.arrayContaining([null, 12_500]));
    for (const bound of ['from=2000-01-01', 'to=2030-01-01']) expect(await dates(bound)).toEqual(dated);
    expect((await old.get('/reports/ncar')).json.items).toMatchObject([{ component: null, amount_cents: null }]);
  });

  it.each(['crr', 'mpr'])('%s › a page that ends with an undated row is followed by the rest', async (code) => {
    const { items: all } = (await old.get(`/reports/${code}`)).json;
    const { items, page } = (await old.get(`/reports/${code}?limit=3`)).json;
    const next = await old.get(`/reports/${code}?limit=3&cursor=${page.next_cursor}`);
    expect([...items, ...next.json.items]).toEqual(all);
  });

  it('reportTotals skips unknown amounts and counts them', async () => {
    const ask = graphClient(instance.graphqlUrl, (await legacy.key()).plaintext);
    const { json } = await ask(
      '{ reportTotals(code: crr) { rows sums { column cents reversedCents netCents unknown } } }',
    );
    expect(json.data.reportTotals).toEqual({
      rows: 4,
      sums: [{ column: 'amount_cents', cents: 13_200, reversedCents: 0, netCents: 13_200, unknown: 2 }],
    });
  });
});

async function items(code: string, query = ''): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { status, json, text } = await api.get(`/reports/${code}?${query}`);
  expect(status, text).toBe(200);
  return json.items;
}

async function refusal(code: string): Promise<readonly unknown[]> {
  const { status, json } = await api.get(`/reports/${code}`);
  return [status, json];
}

/** The waived NSF fee. */
async function waiveFee(): Promise<void> {
  const { db } = instance.resources;
  const loan = { organizationId: lender.organizationId, accountId: paying, externalId: paying };
  const waiver = { component: 'fees', amountCents: cents(2_500), reason: 'courtesy' } as const;
  await db.transaction(async (tx) => {
    const outcome = await createLedger({ db, clock, endSchedules }).operations.waive(tx, loan, waiver);
    if (outcome.kind === 'refused') throw new Error(outcome.reason);
    await applyChange(tx, { clock, endSchedules }, outcome.change);
  });
}
