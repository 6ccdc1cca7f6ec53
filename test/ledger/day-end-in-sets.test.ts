import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { businessClock } from '../../core/business-time/business-clock.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { closeDaysOfBatch, runDayEndOf } from '../../ledger/day-end.js';
import { businessDayOf, previousBusinessDay } from '../../ledger/rules/business-day.js';
import { readLoansBehind } from '../../ledger/store/open-days-store.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { boardDayEndPortfolio, type DayEndRows, dayEndRowsOf } from '../support/day-end-portfolio.js';
import { on } from '../support/example-loan.js';
import { silent } from '../support/identity.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* A day-end writes the loans of a batch in sets. The rows are those of closing each loan by itself. */

const CUT_OVER = '2026-11-20';
/** A weekend; a day; Thanksgiving; a month at once, with Christmas and New Year's Day; Martin Luther King's Day. */
const MORNINGS = ['2026-11-23', '2026-11-24', '2026-11-27', '2027-01-04', '2027-01-19'];

const clock = new SimulatedClock(`${CUT_OVER}T15:00:00Z`);
/** Half of the lock that a day-end waits for in these tests when it closes one of the loans. */
const GATE = 20_261_120;
let instance: TestInstance;
let owner: pg.Client;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
  owner = new pg.Client(instance.databaseUrl);
  await owner.connect();
  // Only the owner can create triggers.
  await owner.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${GATE}, hashtext(new.organization_id)); return new; end $$;
    create trigger gate before update of day_end_through on ledger_loan for each row
      when (new.loan_number = 'fees-0000005') execute function wait_at_gate()`);
});
afterAll(async () => {
  await owner.end();
  await instance.close();
});
beforeEach(() => clock.moveTo(`${CUT_OVER}T15:00:00Z`));

const parts = () => ({ db: instance.resources.db, clock, logger: silent, endSchedules });
const inSets = ({ organizationId }: Lender, batchSize = 9) => runDayEndOf({ ...parts(), batchSize }, organizationId);

async function oneByOne({ organizationId }: Lender): Promise<void> {
  const { db } = instance.resources;
  const through = previousBusinessDay(businessDayOf((await businessClock(db, clock, organizationId)).now()));
  const batch = { organizationId, afterId: '', limit: 1_000 };
  for (const loanId of await readLoansBehind(db, { ...batch, through }))
    await db.transaction((tx) => closeDaysOfBatch(tx, parts(), { ...batch, limit: 1, loanId }));
}

async function boarded(kind: { readonly isSandbox?: boolean } = {}, loansOfEach = 12): Promise<Lender> {
  const lender = await instance.lender('Alder Credit', kind);
  await boardDayEndPortfolio(instance.resources, lender, { asOf: on(CUT_OVER), loansOfEach });
  return lender;
}

const rowsOf = ({ organizationId }: Lender) => dayEndRowsOf(instance.resources, organizationId);
const query = async (text: string, values: unknown[]) => (await instance.resources.pool.query(text, values)).rows;

async function accountOf({ organizationId }: Lender, loanNumber: string): Promise<string> {
  const [row] = await query('select id from ledger_loan where organization_id = $1 and loan_number = $2', [
    organizationId,
    loanNumber,
  ]);
  return row?.id;
}

/** Pays one loan of each product off, and another one in part. */
async function pay(lender: Lender): Promise<void> {
  const api = await lender.api();
  for (const code of ['fees', 'losses', 'lastFees', 'tolerant', '']) {
    const [whole, part] = [await accountOf(lender, `${code}-0000001`), await accountOf(lender, `${code}-0000002`)];
    const { payoff } = (await api.get(`/v1/accounts/${whole}`)).json;
    expect((await api.record(whole, { amount_cents: payoff.amount_cents })).status).toBe(201);
    expect((await api.record(part, { amount_cents: 12_345 })).status).toBe(201);
  }
}

function expectVaried({ loans, entries, events, snapshots }: DayEndRows): void {
  const statuses = new Set(loans.map(({ row }) => Object(row).status));
  expect(statuses).toEqual(new Set(['active', 'delinquent', 'charged_off', 'paid_in_full']));
  const types = entries.map(({ row }) => Object(row).type);
  expect(types.filter((type) => type === 'late_fee').length).toBeGreaterThan(10);
  expect(types.filter((type) => type === 'charge_off').length).toBeGreaterThan(1);
  expect(events.length).toBeGreaterThan(loans.length);
  expect(snapshots.length).toBeGreaterThan(3 * loans.length);
}

describe.each([
  ['a lender', {}, 0],
  ['a sandbox that is ahead', { isSandbox: true }, 9],
] as const)('%s', (_, kind, daysAhead) => {
  it('has the rows of closing each loan by itself, and none more after a second run', async () => {
    const [sets, single] = [await boarded(kind), await boarded(kind)];
    await query('update test_clock set offset_days = $1 where organization_id = any($2)', [
      daysAhead,
      [sets.organizationId, single.organizationId],
    ]);
    for (const [n, morning] of MORNINGS.entries()) {
      clock.moveTo(`${morning}T15:00:00Z`);
      expect(await inSets(sets)).toEqual({ failed: 0 });
      await oneByOne(single);
      const rows = await rowsOf(sets);
      expect(rows, morning).toEqual(await rowsOf(single));
      await inSets(sets);
      expect(await rowsOf(sets)).toEqual(rows);
      if (n === 1) for (const lender of [sets, single]) await pay(lender);
    }
    expectVaried(await rowsOf(sets));
  });
});

describe('meanwhile', () => {
  it('a batch that is killed leaves its loans as they were, and the next run closes them', async () => {
    const [killed, single] = [await boarded(), await boarded()];
    clock.moveTo('2027-01-04T15:00:00Z');
    const before = await rowsOf(killed);
    await closeGate(killed);
    const closing = inSets(killed, 9);
    const batch = await waitingAtGate();
    await owner.query('select pg_terminate_backend($1)', [batch]);
    // The batch is repeated loan by loan: it waits again, on another connection.
    await owner.query('select pg_terminate_backend($1)', [await waitingAtGate(batch)]);
    await openGate();
    expect(await closing).toEqual({ failed: 1 });
    await oneByOne(single);
    const [after, expected] = [await rowsOf(killed), await rowsOf(single)];
    const isBehind = ({ loan_number }: Readonly<Record<string, unknown>>) => loan_number === 'fees-0000005';
    expect(after.loans.filter(isBehind)).toEqual(before.loans.filter(isBehind));
    expect(after.snapshots.filter(isBehind)).toEqual(before.snapshots.filter(isBehind));
    expect(after.loans.filter((row) => !isBehind(row))).toEqual(expected.loans.filter((row) => !isBehind(row)));
    expect(await inSets(killed)).toEqual({ failed: 0 });
    expect(await rowsOf(killed)).toEqual(expected);
  });

  it('two workers close no loan twice, and a payment on a loan of the batch is applied after it', async () => {
    const [sets, single] = [await boarded(), await boarded()];
    clock.moveTo('2027-01-04T15:00:00Z');
    const account = await accountOf(sets, 'fees-0000005');
    await closeGate(sets);
    const first = inSets(sets, 50);
    await waitingAtGate();
    const second = inSets(sets, 7);
    const paying = (await sets.api()).record(account, { amount_cents: 10_000 });
    await expect.poll(() => waiting('transactionid', 'tuple')).toHaveLength(2);
    await openGate();
    expect(await Promise.all([first, second])).toEqual([{ failed: 0 }, { failed: 0 }]);
    expect((await paying).status).toBe(201);
    await oneByOne(single);
    const paid = await (await single.api()).record(await accountOf(single, 'fees-0000005'), { amount_cents: 10_000 });
    expect(paid.status).toBe(201);
    expect(await rowsOf(sets)).toEqual(await rowsOf(single));
  });
});

async function closeGate({ organizationId }: Lender): Promise<void> {
  await owner.query('select pg_advisory_lock($1, hashtext($2))', [GATE, organizationId]);
}

async function openGate(): Promise<void> {
  await owner.query('select pg_advisory_unlock_all()');
}

/** Waits for a day-end at the gate. @returns its process in the database */
async function waitingAtGate(otherThan?: number): Promise<number> {
  const found = async () => (await waiting('advisory')).find((pid) => pid !== otherThan);
  await expect.poll(found, { timeout: 5_000, interval: 10 }).toBeDefined();
  return (await found()) ?? 0;
}

/** The processes that wait for a lock of these kinds. */
async function waiting(...kinds: readonly string[]): Promise<readonly number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = any($1)`,
    [kinds],
  );
  return rows.map(({ pid }) => pid);
}
