import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '../../core/db/database.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { writePositionsDue } from '../../subgraphs/reporting/position/write-daily-positions.js';
import type { Api } from '../support/api.js';
import { type DemoInstance, openDemoInstance, readReport } from '../support/demo-instance.js';
import { type Ask, graphClient, RECORD, REVERSE } from '../support/graph.js';

let demo: DemoInstance;
let ask: Ask;
let api: Api;
let organizationIds: readonly string[];

const CASH = { amountCents: 12_345, paymentMethod: 'cash' };
/** The day before the demo's today, and the last finished business day at that time. */
const YESTERDAY = '2026-11-17';

beforeAll(async () => {
  demo = await openDemoInstance();
  organizationIds = demo.organizationIds.slice(0, 2);
  api = await demo.api(organizationIds);
  ask = graphClient(demo.instance.graphqlUrl, api.token);
}, 300_000);
afterAll(() => demo.instance.close());

/** Runs the worker's job after day-end. */
async function evening(db = demo.instance.resources.db): Promise<void> {
  const { clock, logger } = demo.instance.resources;
  const { closedThrough } = await runDayEnd({ db, clock, logger, endSchedules });
  await writePositionsDue({ db, clock, logger }, closedThrough);
}

const POSITIONS =
  'select md5(string_agg(d::text, chr(10) order by d::text)) as digest, count(*)::int as rows from daily_position d';
const digest = async () => (await demo.instance.resources.pool.query(POSITIONS)).rows[0];

describe('positions of finished days', () => {
  it('do not exist before the first evening: an empty series', async () => {
    const { json } = await ask('{ balanceSeries { through points { day } } rollRates { monthEnd } }');
    expect(json.data).toEqual({ balanceSeries: { through: null, points: [] }, rollRates: [] });
  });

  it('are backfilled from the first snapshot; a killed process is continued, and two concurrent ones write each day once', async () => {
    const { db } = demo.instance.resources;
    const transaction = db.transaction.bind(db);
    let batches = 0;
    // A process that dies within its third batch loses the rows of that batch.
    const dying = vi.spyOn(db, 'transaction').mockImplementation(async (work, options) =>
      transaction(async (tx) => {
        const result = await work(tx);
        batches += 1;
        if (batches % 3 === 0) throw new Error('killed');
        return result;
      }, options),
    );
    const { clock, logger } = demo.instance.resources;
    const { closedThrough } = await runDayEnd({ db, clock, logger, endSchedules });
    await writePositionsDue({ db, clock, logger }, closedThrough);
    dying.mockRestore();
    const killed = (await digest()).rows;
    expect(killed).toBeGreaterThan(0);

    const beside = new Database(demo.instance.resources.pool);
    await Promise.all([evening(), evening(beside)]);
    const written = await digest();
    expect(written.rows).toBeGreaterThan(killed);
    // A single run from scratch gives the same rows to the byte.
    await demo.instance.resources.pool.query('delete from daily_position');
    await demo.instance.resources.pool.query('delete from monthly_roll');
    await demo.instance.resources.pool.query('delete from positions_written');
    await writePositionsDue({ db, clock, logger, batchDays: 10_000 }, closedThrough);
    expect(await digest()).toEqual(written);
    await evening();
    expect(await digest()).toEqual(written);
  });

  it.each([YESTERDAY, '2026-10-31', '2026-08-16', '2026-03-01', '2025-09-30'])(
    'match the reports as of %s, by bucket and in total',
    async (day) => {
      const { json } = await ask(
        `query ($day: Date!) {
          delinquencySeries(from: $day, to: $day) { points { day bucket accounts balanceCents pastDueCents shareOfBalance } }
          agingSummary(asOf: $day) { bucket accounts balanceCents pastDueCents shareOfBalance }
          balanceSeries(from: $day, to: $day, groupBy: STATUS) { points { day group accounts balanceCents pastDueCents } }
        }`,
        { day },
      );
      const { delinquencySeries, agingSummary, balanceSeries } = json.data;
      expect(delinquencySeries.points).toEqual(agingSummary.map((row: object) => ({ day, ...row })));
      const rows = await readReport(api, 'abr', `to=${day}`);
      const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
      const open = balanceSeries.points.filter(({ group }: { group: string }) =>
        ['active', 'delinquent'].includes(group),
      );
      const total = (column: string) =>
        open.reduce((cents: number, row: Record<string, number>) => cents + (row[column] ?? 0), 0);
      expect([total('accounts'), total('balanceCents'), total('pastDueCents')]).toEqual([
        rows.length,
        sum('balance_cents'),
        sum('total_past_due_cents'),
      ]);
      expect(rows.length).toBeGreaterThan(0);
    },
  );

  it('have the same sum with any grouping; one product or loan system is a part of it', async () => {
    const points = (group: string, more = '') =>
      ask(
        `{ balanceSeries(from: "2026-11-01", interval: WEEK, groupBy: ${group}${more}) { points { day group accounts balanceCents } } }`,
      );
    const sums: unknown[] = [];
    for (const group of ['NONE', 'STATUS', 'PRODUCT', 'LOAN_SYSTEM']) {
      const byDay = new Map<string, number>();
      for (const { day, balanceCents } of (await points(group)).json.data.balanceSeries.points) {
        byDay.set(day, (byDay.get(day) ?? 0) + balanceCents);
      }
      sums.push([...byDay]);
    }
    expect(new Set(sums.map((each) => JSON.stringify(each))).size).toBe(1);
    const bySystem = (await points('LOAN_SYSTEM')).json.data.balanceSeries.points;
    const ledger = (await points('NONE', ', loanSystemCode: "ledger"')).json.data.balanceSeries.points;
    expect(ledger.map(({ balanceCents }: { balanceCents: number }) => balanceCents)).toEqual(
      bySystem.flatMap(({ group, balanceCents }: { group: string; balanceCents: number }) =>
        group === 'ledger' ? [balanceCents] : [],
      ),
    );
  });

  it('roll from month to month: a bucket’s total equals what rolls out of it next, and what rolled into it', async () => {
    const { json } = await ask(`{
      rollRates(from: "2026-10-31", to: "2026-10-31") { monthEnd fromState toState accounts balanceCents rateOfAccounts rateOfBalance }
      before: delinquencySeries(from: "2026-09-30", to: "2026-09-30") { points { bucket accounts balanceCents } }
      after: delinquencySeries(from: "2026-10-31", to: "2026-10-31") { points { bucket accounts } }
    }`);
    const { rollRates, before, after } = json.data;
    type Roll = { fromState: string; toState: string; accounts: number; balanceCents: number; rateOfAccounts: string };
    const of = (key: 'fromState' | 'toState', state: string): readonly Roll[] =>
      rollRates.filter((roll: Roll) => roll[key] === state);
    const sum = (rolls: readonly Roll[], column: 'accounts' | 'balanceCents') =>
      rolls.reduce((total, roll) => total + roll[column], 0);
    for (const { bucket, accounts, balanceCents } of before.points) {
      expect([bucket, sum(of('fromState', bucket), 'accounts'), sum(of('fromState', bucket), 'balanceCents')]).toEqual([
        bucket,
        accounts,
        balanceCents,
      ]);
    }
    for (const { bucket, accounts } of after.points) expect(sum(of('toState', bucket), 'accounts')).toBe(accounts);
    for (const state of new Set(rollRates.map((roll: Roll) => roll.fromState))) {
      const rates = of('fromState', String(state)).map(({ rateOfAccounts }) => Number(rateOfAccounts));
      expect(rates.reduce((total, rate) => total + rate, 0)).toBeCloseTo(1, 4);
    }
  });

  it('a roll rate lists its own accounts, page by page, and no other organization’s', async () => {
    const { json } = await ask(
      '{ rollRates(from: "2026-10-31", to: "2026-10-31") { fromState toState accounts balanceCents } }',
    );
    const rolls: { fromState: string; toState: string; accounts: number; balanceCents: number }[] = json.data.rollRates;
    expect(rolls.length).toBeGreaterThan(3);
    type Rolled = { accountId: string; balanceCents: number; account: { id: string } };
    const seen: string[] = [];
    for (const { fromState, toState, accounts, balanceCents } of rolls) {
      const items: Rolled[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer: { json: any } = await ask(
          `{ rolledAccounts(monthEnd: "2026-10-31", fromState: "${fromState}", toState: "${toState}", limit: 3${cursor && `, cursor: "${cursor}"`}) {
             items { accountId balanceCents account { id } } page { nextCursor } } }`,
        );
        items.push(...answer.json.data.rolledAccounts.items);
        cursor = answer.json.data.rolledAccounts.page.nextCursor;
      }
      const sum = items.reduce((total, each) => total + each.balanceCents, 0);
      expect([fromState, toState, items.length, sum]).toEqual([fromState, toState, accounts, balanceCents]);
      expect(items.every(({ accountId, account }) => account.id === accountId)).toBe(true);
      seen.push(...items.map(({ accountId }) => accountId));
    }
    expect(new Set(seen).size).toBe(seen.length);
    const foreign = graphClient(demo.instance.graphqlUrl, (await demo.api([demo.organizationIds[2] ?? ''])).token);
    const [first] = rolls;
    const theirs = await foreign(
      `{ rolledAccounts(monthEnd: "2026-10-31", fromState: "${first?.fromState}", toState: "${first?.toState}") { items { accountId } } }`,
    );
    for (const { accountId } of theirs.json.data.rolledAccounts.items) expect(seen).not.toContain(accountId);
  });

  it.each([
    ['a day that is not the end of a month', '2026-10-30', 'current'],
    ['text that cannot be stored', '2026-10-31', '\\u0000'],
  ])('%s: 400', async (_, monthEnd, fromState) => {
    const { json } = await ask(
      `{ rolledAccounts(monthEnd: "${monthEnd}", fromState: "${fromState}", toState: "1-29") { items { accountId } } }`,
    );
    expect(json.errors[0].extensions.code).toBe('validation_failed');
  });

  it('an unfinished month has no roll rates and no accounts', async () => {
    const { json } = await ask(
      '{ rolledAccounts(monthEnd: "2026-11-30", fromState: "current", toState: "current") { items { accountId } page { nextCursor hasMore limit } } }',
    );
    expect(json.data.rolledAccounts).toEqual({ items: [], page: { nextCursor: null, hasMore: false, limit: 100 } });
  });

  it('belong to their organizations: a foreign key sees none of them, and a key without the scope is rejected', async () => {
    const other = await demo.api([demo.organizationIds[2] ?? '']);
    const foreign = graphClient(demo.instance.graphqlUrl, other.token);
    const read = (organizationId?: string) =>
      `{ balanceSeries(from: "${YESTERDAY}"${organizationId === undefined ? '' : `, organizationId: "${organizationId}"`}) { points { balanceCents } } }`;
    const [ours, theirs] = [await ask(read()), await foreign(read())];
    expect(theirs.json.data.balanceSeries.points[0].balanceCents).not.toBe(
      ours.json.data.balanceSeries.points[0].balanceCents,
    );
    const refused = await foreign(read(organizationIds[0]));
    expect(refused.json.errors[0].extensions.code).toBe('organization_out_of_scope');
  });

  it('reject too many days', async () => {
    const { json } = await ask('{ delinquencySeries(from: "2001-01-01") { through } }');
    expect(json.errors[0].extensions.code).toBe('validation_failed');
  });
});

describe('a finished day', () => {
  it('does not change, and the next one is written when it is finished: a reversal is in that one', async () => {
    const before = (await ask(`{ balanceSeries(from: "${YESTERDAY}") { through points { day balanceCents } } }`)).json
      .data;
    const { rows } = await demo.instance.resources.pool.query(
      `select c.account_id as id from past_due_snapshot c join account a on a.organization_id = c.organization_id and a.id = c.account_id
       where a.loan_system_code = 'ledger' and a.status_code = 'active' and a.organization_id = $1 limit 1`,
      [organizationIds[0]],
    );
    const paid = await ask(RECORD, { accountId: rows[0].id, key: 'after the evening', input: CASH });
    expect(paid.json.data.recordPayment.payment.status).toBe('posted');
    demo.clock.moveTo(Temporal.Instant.from('2026-11-19T15:00:00Z'));
    await evening();
    const { json } = await ask(`{ balanceSeries(from: "${YESTERDAY}") { through points { day balanceCents } } }`);
    const [yesterday, today] = json.data.balanceSeries.points;
    expect(yesterday).toEqual(before.balanceSeries.points[0]);
    expect(json.data.balanceSeries.through).toBe(addDays(YESTERDAY as IsoDate, 1));
    expect(today.balanceCents).toBeLessThan(yesterday.balanceCents);
  });
});

describe('receiptsByDay', () => {
  type Row = Readonly<Record<'day' | 'group', string>> &
    Readonly<Record<'payments' | 'grossCents' | 'reversedCents' | 'netCents' | 'unknown', number>>;
  const read = async (asked: string): Promise<readonly Row[]> => {
    const { json } = await ask(
      `{ receiptsByDay(${asked}) { day group payments grossCents reversedCents netCents unknown } }`,
    );
    expect(json.errors).toBeUndefined();
    return json.data.receiptsByDay;
  };
  const sum = (rows: readonly Row[], column: 'payments' | 'grossCents' | 'reversedCents' | 'netCents' | 'unknown') =>
    rows.reduce((total, row) => total + row[column], 0);
  const RANGE = 'from: "2026-02-01", to: "2026-11-30"';

  it('by business day: each day’s sum equals that of the cash receipts rows, and all days equal their totals', async () => {
    const rows = await read(RANGE);
    const listed = await readReport(api, 'crr', 'from=2026-02-01&to=2026-11-30');
    for (const { day, payments, grossCents, netCents } of rows) {
      const own = listed.filter(({ effective_at }) => effective_at === day);
      const cents = (of: typeof own) => of.reduce((total, { amount_cents }) => total + Number(amount_cents), 0);
      expect([payments, grossCents, netCents]).toEqual([
        own.length,
        cents(own),
        cents(own.filter(({ status }) => status !== 'reversed')),
      ]);
    }
    const { json } = await ask(
      `{ reportTotals(code: crr, ${RANGE}) { rows sums { cents reversedCents netCents unknown } } }`,
    );
    expect(json.data.reportTotals).toEqual({
      rows: sum(rows, 'payments'),
      sums: [
        {
          cents: sum(rows, 'grossCents'),
          reversedCents: sum(rows, 'reversedCents'),
          netCents: sum(rows, 'netCents'),
          unknown: sum(rows, 'unknown'),
        },
      ],
    });
    expect(sum(rows, 'reversedCents')).toBeGreaterThan(0);
  });

  it.each(['METHOD', 'LOAN_SYSTEM'])('grouped by %s every day has the same sum', async (group) => {
    for (const by of ['ENTERED', 'BUSINESS_DAY']) {
      const whole = await read(`${RANGE}, by: ${by}`);
      const parts = await read(`${RANGE}, by: ${by}, groupBy: ${group}`);
      expect(new Set(parts.map((row) => row.group)).size).toBeGreaterThan(group === 'METHOD' ? 3 : 0);
      for (const { day, payments, netCents } of whole) {
        const own = parts.filter((row) => row.day === day);
        expect([day, sum(own, 'payments'), sum(own, 'netCents')]).toEqual([day, payments, netCents]);
      }
    }
  });

  it.each(['ENTERED', 'BUSINESS_DAY'])(
    'by %s: each day, method and loan system lists the payments in its sum',
    async (by) => {
      const opened = async (
        filters: string,
      ): Promise<readonly { amountCents: number; status: string; day: string }[]> => {
        const items = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const { json } = await ask(
            `{ receipts(by: ${by}, limit: 400, ${filters}${cursor && `, cursor: "${cursor}"`}) {
            items { day amountCents status paymentMethod loanSystemCode account { id } } page { nextCursor } } }`,
          );
          expect(json.errors).toBeUndefined();
          items.push(...json.data.receipts.items);
          cursor = json.data.receipts.page.nextCursor;
        }
        return items;
      };
      const cents = (rows: Awaited<ReturnType<typeof opened>>) =>
        rows.reduce((total, { amountCents }) => total + (amountCents ?? 0), 0);
      const all = await opened(RANGE);
      for (const { day, payments, grossCents, netCents } of await read(`${RANGE}, by: ${by}`)) {
        const own = all.filter((row) => row.day === day);
        const kept = own.filter(({ status }) => status !== 'reversed');
        expect([day, own.length, cents(own), cents(kept)]).toEqual([day, payments, grossCents, netCents]);
      }
      const lastDay = all[0]?.day ?? '';
      for (const [groupBy, filter] of [
        ['METHOD', 'paymentMethod'],
        ['LOAN_SYSTEM', 'loanSystemCode'],
      ] as const) {
        const range = `from: "2026-11-01", to: "${lastDay}"`;
        const groups = await read(`${range}, by: ${by}, groupBy: ${groupBy}`);
        for (const group of new Set(groups.map((row) => row.group))) {
          const own = groups.filter((row) => row.group === group);
          const rows = await opened(`${range}, ${filter}: ${JSON.stringify(group ?? '')}`);
          expect([group, rows.length, cents(rows)]).toEqual([group, sum(own, 'payments'), sum(own, 'grossCents')]);
        }
      }
    },
  );

  it('a payment entered on an evening in Los Angeles counts there on that day, in New York on the next, and in the books on its business day', async () => {
    const c = demo.organizationIds[2] ?? '';
    const theirs = graphClient(demo.instance.graphqlUrl, (await demo.api([c])).token);
    const { rows } = await demo.instance.resources.pool.query(
      `select id from account where organization_id = $1 and loan_system_code = 'ledger' and status_code = 'active' limit 1`,
      [c],
    );
    // Saturday, half past eleven at night in Los Angeles: Sunday in New York.
    demo.clock.moveTo(Temporal.Instant.from('2026-11-22T07:30:00Z'));
    const paid = await theirs(RECORD, { accountId: rows[0].id, key: 'a late evening', input: CASH });
    const { payment } = paid.json.data.recordPayment;
    const asked = (by: string, more = '') =>
      theirs(`{ receiptsByDay(by: ${by}${more}) { day payments grossCents reversedCents netCents } }`);
    const on = async (by: string, day: string) =>
      (await asked(by, `, from: "${day}", to: "${day}"`)).json.data.receiptsByDay;
    const sums = { payments: 1, grossCents: 12_345, reversedCents: 0, netCents: 12_345 };
    expect(await on('ENTERED', '2026-11-21')).toEqual([{ day: '2026-11-21', ...sums }]);
    expect(await on('ENTERED', '2026-11-22')).toEqual([]);
    expect(await on('BUSINESS_DAY', '2026-11-23')).toEqual([{ day: '2026-11-23', ...sums }]);
    // Without dates both end at the lender's today, or at the current business day.
    for (const by of ['ENTERED', 'BUSINESS_DAY']) {
      expect((await asked(by)).json.data.receiptsByDay.at(-1).grossCents).toBe(12_345);
    }
    const today = await theirs(`{ organization(id: "${c}") { timeZone today } }`);
    expect(today.json.data.organization).toEqual({ timeZone: 'America/Los_Angeles', today: '2026-11-21' });

    await theirs(REVERSE, { paymentId: payment.id, key: 'taken back', input: {} });
    const back = { payments: 1, grossCents: 12_345, reversedCents: 12_345, netCents: 0 };
    expect(await on('ENTERED', '2026-11-21')).toEqual([{ day: '2026-11-21', ...back }]);
    expect(await on('BUSINESS_DAY', '2026-11-23')).toEqual([{ day: '2026-11-23', ...back }]);
  });

  it('rejects more than a year per request', async () => {
    const { json } = await ask('{ receiptsByDay(from: "2024-01-01", to: "2026-01-01") { day } }');
    expect(json.errors[0].extensions.code).toBe('validation_failed');
  });
});
