import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd, runDayEndOf } from '../../ledger/day-end.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { board, csv, LOAN } from '../support/board-file.js';
import { silent } from '../support/identity.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * Day-end is decided by one row per organization; loans boarded from a file with an earlier cut-over still have days to
 * close.
 */

const clock = new SimulatedClock('2026-05-01T15:00:00Z');
/** Its third installment is past due, once its days are closed. */
const LATE = { ...LOAN, as_of: '2026-04-13', paid_installments: 2, principal_cents: 840_000 };
/** Half of the lock that writing an organization's day waits for in this test. */
const GATE = 20_260_501;

let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
  // The product's role cannot create triggers.
  const owner = new pg.Client(instance.databaseUrl);
  await owner.connect();
  await owner.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${GATE}, hashtext(new.organization_id)); return new; end $$;
    create trigger gate before insert or update on ledger_day_end for each row execute function wait_at_gate()`);
  await owner.end();
});
afterAll(() => instance.close());

let organizationId: string;
beforeEach(async () => {
  ({ organizationId } = await instance.lender());
});

const rows = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const dayEnd = () => runDayEnd({ db: instance.resources.db, clock, logger: silent, endSchedules });
const boarded = () => board(instance.resources, organizationId, csv(LATE));
const status = async () =>
  (await rows('select status_code::text from account where organization_id = $1', [organizationId]))[0]?.status_code;

/** Waits until this many backends wait for advisory locks, any of them. */
async function waiting(count: number): Promise<void> {
  const here = '(select oid from pg_database where datname = current_database())';
  const found = async () =>
    (await rows(`select 1 from pg_locks where locktype = 'advisory' and not granted and database = ${here}`)).length;
  await expect.poll(found, { timeout: 2_500, interval: 10 }).toBe(count);
}

/** No process writes the organization's day until the gate opens: one that is about to has read its basis. */
async function closeGate(): Promise<{ readonly open: () => Promise<void> }> {
  const keeper = await instance.resources.pool.connect();
  await keeper.query('select pg_advisory_lock($1, hashtext($2))', [GATE, organizationId]);
  let isOpen = false;
  const gate = {
    open: async () => {
      if (isOpen) return;
      isOpen = true;
      await keeper.query('select pg_advisory_unlock_all()');
      keeper.release();
    },
  };
  opened.push(gate.open);
  return gate;
}
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const open of opened.splice(0)) await open();
});

it('a loan whose cut-over is past closes its days with the next day-end, although the organization’s are closed', async () => {
  await dayEnd();
  await boarded();
  expect(await status()).toBe('active');
  await dayEnd();
  expect(await status()).toBe('delinquent');
});

const dayEndOf = () => runDayEndOf({ db: instance.resources.db, clock, logger: silent, endSchedules }, organizationId);

it.each([
  ['for the first time', false, dayEnd],
  ['anew', true, dayEnd],
  ['by an advance', true, dayEndOf],
])('a file that arrives while an organization’s day is being closed %s reopens it', async (_, isAnew, close) => {
  if (isAnew) {
    await dayEnd();
    await rows("update ledger_day_end set closed_through = '2026-04-20' where organization_id = $1", [organizationId]);
  }
  const gate = await closeGate();
  // It has found no loan behind.
  const closing = close();
  await waiting(1);
  const boarding = boarded();
  // Its loans are there; its tie-out waits for day-end.
  await waiting(2);
  await gate.open();
  expect((await boarding).boarding).toMatchObject({ status: 'done', isTied: true });
  await closing;
  await dayEnd();
  expect(await status()).toBe('delinquent');
});

it('a day to be closed while a file is being tied out is closed with its loans', async () => {
  await dayEnd();
  await rows("update ledger_day_end set closed_through = '2026-04-20' where organization_id = $1", [organizationId]);
  const gate = await closeGate();
  const boarding = boarded();
  await waiting(1);
  const closing = dayEnd();
  await waiting(2);
  await gate.open();
  await Promise.all([boarding, closing]);
  expect(await status()).toBe('delinquent');
  const [day] = await rows('select closed_through from ledger_day_end where organization_id = $1', [organizationId]);
  expect(day).toEqual({ closed_through: '2026-04-30' });
});

it('neither waits for the other forever: the day stays open, and so does the file, until the next run', async () => {
  await dayEnd();
  const stuck = await instance.resources.pool.connect();
  try {
    await stuck.query('begin');
    await stuck.query("select pg_advisory_xact_lock(hashtextextended('ledger day-end ' || $1, 0))", [organizationId]);
    await expect(boarded()).rejects.toMatchObject({ code: 'service_unavailable' });
    await rows("update ledger_day_end set closed_through = '2026-04-20' where organization_id = $1", [organizationId]);
    await dayEnd();
    const [day] = await rows('select closed_through from ledger_day_end where organization_id = $1', [organizationId]);
    expect(day).toEqual({ closed_through: '2026-04-20' });
  } finally {
    await stuck.query('rollback');
    stuck.release();
  }
  await boarded();
  await dayEnd();
  expect(await status()).toBe('delinquent');
});
