import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../core/money.js';
import { REPORTS } from '../../subgraphs/reporting/reports/reports.js';
import { agedPastDue } from '../support/aging.js';
import { type Api, send } from '../support/api.js';
import { DEMO_NOW, type DemoInstance, openDemoInstance, type ReportRow, readReport } from '../support/demo-instance.js';
import { on } from '../support/example-loan.js';
import { type Ask, graphClient } from '../support/graph.js';

/* The demo's sixty loans over two years: all ways of reading a report must agree. */

let demo: DemoInstance;
let api: Api;
let ask: Ask;
const DAYS = ['2025-02-28', '2025-09-01', '2026-03-31', '2026-08-15', '2026-11-18'];

beforeAll(async () => {
  demo = await openDemoInstance();
  api = await demo.api(demo.organizationIds);
  ask = graphClient(demo.instance.graphqlUrl, api.token);
}, 300_000);
afterAll(() => demo.instance.close());

describe.each(REPORTS)('GET /reports/$code', ({ code, totals }) => {
  it('read by cursor, is complete and in one order, also across organizations', async () => {
    const whole = await readReport(api, code);
    expect(whole.length).toBeGreaterThan(0);
    expect(await readReport(api, code, '', 7)).toEqual(whole);
    const dates = whole.map(
      (row) => row['effective_at'] ?? row['originated_on'] ?? row['charged_off_on'] ?? row['paid_off_on'] ?? '',
    );
    expect(dates).toEqual(dates.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  });

  it('for one organization has only its rows; all organizations together give the whole report', async () => {
    const whole = await readReport(api, code);
    let rows = 0;
    for (const organizationId of demo.organizationIds) {
      const own = await readReport(await demo.api([organizationId]), code);
      expect(own.filter((row) => row['organization_id'] !== organizationId)).toEqual([]);
      expect(await readReport(api, code, `organization_id=${organizationId}`)).toEqual(own);
      rows += own.length;
    }
    expect(rows).toBe(whole.length);
  });

  it('as CSV, equals the JSON pages row for row', async () => {
    const whole = await readReport(api, code);
    const csv = await send(`${api.baseUrl}/reports/${code}`, {
      headers: { authorization: `Bearer ${api.token}`, accept: 'text/csv' },
    });
    const [header, ...lines] = csv.text.trimEnd().split('\n');
    expect(header).toBe(Object.keys(whole[0] ?? {}).join(','));
    expect(lines).toEqual(whole.map((row) => Object.values(row).map(plainCsv).join(',')));
  });

  it('reportTotals equal the sums of its rows', async () => {
    const range = { from: '2025-06-01', to: '2026-05-31' };
    const whole = await readReport(api, code, new URLSearchParams(range).toString());
    const { json } = await ask(
      `query ($from: Date, $to: Date) { reportTotals(code: ${code}, from: $from, to: $to) { rows sums { column cents reversedCents netCents unknown } } }`,
      range,
    );
    const canBeReversed = totals.declared.gives.some(({ name }) => name.endsWith('_reversed'));
    const { rows, sums } = json.data.reportTotals;
    expect(rows).toBe(whole.length);
    expect(sums).toEqual(
      sums.map(({ column }: { column: string }) => ({
        column,
        cents: whole.reduce((total, row) => total + Number(row[column] ?? 0), 0),
        ...(canBeReversed
          ? { reversedCents: expect.any(Number), netCents: expect.any(Number) }
          : { reversedCents: null, netCents: null }),
        unknown: whole.filter((row) => row[column] === null).length,
      })),
    );
  });
});

describe.each(DAYS)('balances as of %s', (day) => {
  it('abr: balance = current + past due; past due = the sum of its buckets; nothing is negative', async () => {
    for (const row of await readReport(api, 'abr', `to=${day}`)) {
      const [balance, current, ...buckets] = Object.values(row).slice(2).map(Number);
      const total = buckets.pop();
      expect(balance).toBe((current ?? 0) + (total ?? 0));
      expect(total).toBe(buckets.reduce((sum, amount) => sum + amount, 0));
      expect(Math.min(...Object.values(row).slice(2).map(Number))).toBeGreaterThanOrEqual(0);
    }
  });

  it('dr: exactly the accounts of abr whose oldest installment is late', async () => {
    const late = (await readReport(api, 'dr', `to=${day}`)).map((row) => [row['account_id'], row['past_due_cents']]);
    const aged = new Map((await readReport(api, 'abr', `to=${day}`)).map((row) => [row['account_id'], row]));
    for (const [id, pastDue] of late) {
      const row = aged.get(id ?? null);
      expect(row?.['total_past_due_cents']).toBe(Math.min(Number(pastDue), Number(row?.['balance_cents'])));
    }
    const lateIds = new Set(late.map(([id]) => id));
    for (const [id, row] of aged) if (!lateIds.has(id)) expect(row['total_past_due_cents']).toBe(0);
  });
});

/** A Saturday: the business day is the following Monday. */
const SATURDAY = '2026-11-21T15:00:00Z';

describe.each<[now: string, day: string | null]>([
  ...DAYS.map((day): [string, string] => [DEMO_NOW, day]),
  [DEMO_NOW, null],
  [SATURDAY, null],
  [SATURDAY, '2026-11-21'],
  [SATURDAY, '2026-12-31'],
  [SATURDAY, '2030-01-01'],
])('on %s, as of %s', (now, day) => {
  it('agingSummary: abr by bucket, with every bucket, and shares that sum to one', async () => {
    demo.clock.moveTo(now);
    const asOf = day === null ? '' : `to=${day}`;
    const { json } = await ask(
      'query ($day: Date) { agingSummary(asOf: $day) { bucket accounts balanceCents pastDueCents shareOfBalance } }',
      { day },
    );
    const summary: readonly ReportRow[] = json.data.agingSummary;
    expect(summary.map(({ bucket }) => bucket)).toEqual(['current', '1-29', '30-59', '60-89', '90-119', '120+']);
    const rows = await readReport(api, 'abr', asOf);
    const sum = (of: readonly ReportRow[], column: string) => of.reduce((total, row) => total + Number(row[column]), 0);
    expect(sum(summary, 'accounts')).toBe(rows.length);
    expect(sum(summary, 'balanceCents')).toBe(sum(rows, 'balance_cents'));
    expect(sum(summary, 'pastDueCents')).toBe(sum(rows, 'total_past_due_cents'));
    expect(sum(summary, 'shareOfBalance')).toBeCloseTo(1, 4);
    const delinquent = await readReport(api, 'dr', asOf);
    for (const { bucket, accounts } of summary.slice(1))
      expect(delinquent.filter((row) => row['bucket'] === bucket)).toHaveLength(Number(accounts));
  });
});

it('the unpaid part of the oldest installment and the remaining balance in the last: 1,154.15 and 614.56 of 1,480.18 each', () => {
  const owed = {
    balanceCents: cents(176_871),
    pastDueCents: cents(176_871),
    oldestUnpaidOn: on('2026-03-10'),
    oldestUnpaidCents: cents(115_415),
    nextDueOn: null,
  };
  const contract = { firstDueOn: on('2025-03-10'), scheduledPaymentCents: cents(148_018), termMonths: 14 };
  expect(agedPastDue(owed, contract, on('2026-05-12')).map(({ cents: amount }) => amount)).toEqual([115_415, 61_456]);
});

it('the statement ages past-due amounts like the rule, for any data of a loan system', async () => {
  const { pool } = demo.instance.resources;
  // Difficult cases: interest above the principal, amounts that are not whole installments, month ends, no contract.
  await pool.query(`
    update past_due_snapshot s set past_due_cents = 1 + (('x' || substr(md5(s.account_id || s.as_of), 1, 6))::bit(24)::int % 400000),
      balance_cents = ('x' || substr(md5(s.as_of || s.account_id), 1, 6))::bit(24)::int % 300000,
      oldest_unpaid_on = s.as_of - 1 - ('x' || substr(md5(s.account_id || 'o' || s.as_of), 1, 4))::bit(16)::int % 200,
      status_code = 'delinquent'`);
  // Half of them report the unpaid part of the oldest installment.
  await pool.query(`update past_due_snapshot s set oldest_unpaid_cents = case when right(md5(s.account_id || 'p' || s.as_of), 1) < '8'
      then 1 + ('x' || substr(md5(s.account_id || 'q' || s.as_of), 1, 6))::bit(24)::int % past_due_cents end`);
  await pool.query(`update account set charged_off_on = null, paid_off_on = null,
      first_due_on = case when right(id, 1) < '8' then date '2024-01-31' else first_due_on end,
      scheduled_payment_cents = case when right(id, 1) = 'A' then null else scheduled_payment_cents end`);
  let compared = 0;
  for (const day of DAYS) {
    const { rows } = await pool.query(
      `select a.id, a.first_due_on, a.scheduled_payment_cents, a.term_months, s.* from account a cross join lateral (
         select * from past_due_snapshot s where s.account_id = a.id and s.as_of <= $1 order by as_of desc limit 1) s`,
      [day],
    );
    const reported = new Map((await readReport(api, 'abr', `to=${day}`)).map((row) => [row['account_id'], row]));
    for (const row of rows) {
      const contract =
        row.first_due_on === null || row.scheduled_payment_cents === null
          ? null
          : {
              firstDueOn: row.first_due_on,
              scheduledPaymentCents: row.scheduled_payment_cents,
              termMonths: row.term_months,
            };
      const owed = {
        balanceCents: cents(row.balance_cents),
        pastDueCents: cents(row.past_due_cents),
        oldestUnpaidOn: row.oldest_unpaid_on,
        oldestUnpaidCents: row.oldest_unpaid_cents === null ? null : cents(row.oldest_unpaid_cents),
        nextDueOn: row.next_due_on,
      };
      const aged = agedPastDue(owed, contract, day as never);
      const between = (least: number, most: number) =>
        aged
          .filter(({ daysPastDue }) => daysPastDue >= least && daysPastDue <= most)
          .reduce((sum, part) => sum + part.cents, 0);
      expect(reported.get(row.id)).toMatchObject({
        past_due_1_29_cents: between(1, 29),
        past_due_30_59_cents: between(30, 59),
        past_due_60_89_cents: between(60, 89),
        past_due_90_119_cents: between(90, 119),
        past_due_120_plus_cents: between(120, 99_999),
      });
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(100);
});

/** RFC 4180, as far as the demo needs it. */
function plainCsv(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
