import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { dayWork } from '../../runtime/assembly/sandbox-day-work.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { AdvanceWorker, type DayWork } from '../../subgraphs/servicing/platform/test-clock/advance-worker.js';
import { type Ask, graphClient } from '../support/graph.js';
import { silent } from '../support/identity.js';
import { operatorToken } from '../support/operators.js';
import { boardingOf } from '../support/populated-ledger.js';
import { SandboxHarness } from '../support/sandbox-harness.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Advances that cannot finish, over HTTP. The test runs the worker turn by turn, as its queue does. */

let instance: TestInstance;
let admin: Ask;
let harness: SandboxHarness;
let organizationId: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  admin = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: 'ola', role: 'admin' }));
});
beforeEach(async () => {
  harness = await SandboxHarness.open(instance, admin);
  ({ organizationId } = harness.lender);
});
afterAll(() => instance.close());

const query = async (text: string, values: unknown[]) => (await instance.resources.pool.query(text, values)).rows;
/** Well in the past, because a machine's clock may be set back a little during the test. */
const endLease = () =>
  query(`update test_clock set lease_until = now() - interval '1 minute' where organization_id = $1`, [organizationId]);
const clock = async () => (await harness.api.get('/v1/test-clock')).json;
const QUIET: DayWork = { closeDays: async () => 0, runDue: async () => 0 };
const parts = () => ({ db: instance.resources.db, clock: systemClock, endSchedules, logger: silent });
const workerOf = (day: DayWork) => new AdvanceWorker({ ...parts(), day });
const stop = (asked = admin) =>
  asked(`mutation { stopTestClock(organizationId: "${organizationId}") { status at error finishedAt } }`);

/** Runs turns of a worker until the clock rests, up to a limit. */
async function turns(worker: AdvanceWorker, most: number): Promise<number> {
  for (let turn = 1; turn <= most; turn += 1) {
    await worker.work({ organizationId });
    if ((await clock()).status === 'resting') return turn;
  }
  throw new Error('the clock still advances');
}

it('a day that fails each time ends the advance with an error; other runs than the failing one are processed', async () => {
  const [bad, good] = [
    await harness.schedule(await harness.loan(2), 2),
    await harness.schedule(await harness.loan(2), 2),
  ];
  const source = subgraphsSource(instance.resources);
  class Failing extends AutopayRunner {
    override async work(run: { readonly organizationId: string; readonly id: string }) {
      const [row] = await query('select schedule_id from autopay_run where id = $1', [run.id]);
      if (row.schedule_id === bad) throw new Error('from a test');
      return super.work(run);
    }
  }
  const began = await harness.today();
  expect((await harness.advance({ days: 3 })).status).toBe(202);
  await turns(workerOf(dayWork(parts(), new Failing(source))), 30);
  expect(await clock()).toMatchObject({ status: 'resting', error: 'day_failed', at: addDays(began, 2) });
  const status = async (schedule: string) =>
    (await query('select status::text from autopay_run where schedule_id = $1', [schedule])).map((row) => row.status);
  expect([await status(bad), await status(good)]).toEqual([['charging'], ['posted']]);

  expect((await harness.advance({ days: 1 })).status).toBe(202);
  await turns(workerOf(dayWork(parts(), new AutopayRunner(source))), 30);
  expect(await clock()).toMatchObject({ status: 'resting', error: null, at: addDays(began, 3) });
  expect(await status(bad)).toEqual(['posted']);
});

it('a day whose outcome never arrives ends the advance, however often the sweep queues it again', async () => {
  await harness.advance({ days: 3 });
  const waiting = workerOf({ ...QUIET, runDue: async () => 1 });
  for (let turn = 0; turn < 3; turn += 1) {
    await waiting.work({ organizationId });
    await waiting.watchOpen();
  }
  expect(await query('select tries, failures from test_clock where organization_id = $1', [organizationId])).toEqual([
    { tries: 3, failures: 0 },
  ]);
  await query('update test_clock set tries = 199 where organization_id = $1', [organizationId]);
  expect(await turns(waiting, 5)).toBe(2);
  expect(await clock()).toMatchObject({ status: 'resting', error: 'outcome_unknown' });
});

it('a run that is postponed because its account is busy, or that another worker has moved a step further, holds the day', async () => {
  const schedule = await harness.schedule(await harness.loan(2), 2);
  const source = subgraphsSource(instance.resources);
  class Busy extends AutopayRunner {
    override async step() {
      return 'rest' as const;
    }
  }
  await harness.advance({ days: 2 });
  await turns(workerOf({ ...QUIET, runDue: async () => 0 }), 5);
  expect(await dayWork(parts(), new Busy(source)).runDue(organizationId)).toBe(1);
  expect(await query('select status::text, lease_until from autopay_run where schedule_id = $1', [schedule])).toEqual([
    { status: 'charging', lease_until: null },
  ]);
  expect(await dayWork(parts(), new AutopayRunner(source)).runDue(organizationId)).toBe(0);
  expect(await query('select status::text from autopay_run where schedule_id = $1', [schedule])).toEqual([
    { status: 'posted' },
  ]);
});

it('a day that kills its worker each time ends the advance', async () => {
  await harness.advance({ days: 3 });
  for (let death = 1; death <= 10; death += 1) {
    await dieOnDay();
    expect(await query('select tries from test_clock where organization_id = $1', [organizationId])).toEqual([
      { tries: death },
    ]);
    await endLease();
  }
  await workerOf(QUIET).work({ organizationId });
  expect(await clock()).toMatchObject({ status: 'resting', error: 'day_failed' });
});

/** Starts a worker that takes the clock and, once it processes the day, writes no more. */
async function dieOnDay(): Promise<void> {
  const { days, isThere } = held(0);
  const ended = workerOf(days)
    .work({ organizationId })
    .then(() => Promise.reject(new Error('the worker ended before it had started the day')));
  await Promise.race([isThere, ended]);
}

it('an advance is stopped at its present day, once; its worker moves the clock no further', async () => {
  const began = await harness.today();
  await harness.advance({ days: 5 });
  const { days, letGo, isThere } = held(2);
  const working = workerOf(days).work({ organizationId });
  await isThere;
  expect((await harness.api.record(await harness.lender.sandboxAccount('SBX-POSTS'))).status).toBe(409);
  const stopped = (await stop()).json.data.stopTestClock;
  expect(stopped).toMatchObject({ status: 'resting', error: 'stopped', at: addDays(began, 2) });
  letGo();
  await working;
  expect((await stop()).json.data.stopTestClock).toEqual(stopped);
  const acts = await query(`select actor, after from audit_log where action = 'test_clock.stop' and subject = $1`, [
    organizationId,
  ]);
  expect(acts).toEqual([{ actor: 'ola', after: { at: addDays(began, 2) } }]);
  expect((await harness.api.record(await harness.lender.sandboxAccount('SBX-POSTS'))).status).toBe(201);
  await harness.advance({ days: 1 });
  await turns(workerOf(QUIET), 3);
  expect(await clock()).toMatchObject({ at: addDays(began, 3), error: null });
});

it('a worker whose lease has expired neither ends nor moves nor releases the next advance', async () => {
  const began = await harness.today();
  await harness.advance({ days: 1 });
  const first = held(1);
  const outliving = workerOf(first.days).work({ organizationId });
  await first.isThere;
  await endLease();
  await turns(workerOf(QUIET), 3);
  // Starts on the day on which the first one still is.
  await harness.advance({ days: 2 });
  const second = held(0);
  const working = workerOf(second.days).work({ organizationId });
  await second.isThere;
  first.letGo();
  await outliving;
  expect(await clock()).toMatchObject({ status: 'advancing', at: addDays(began, 1) });
  const [row] = await query('select lease_until > now() as held from test_clock where organization_id = $1', [
    organizationId,
  ]);
  expect(row.held).toBe(true);
  second.letGo();
  await working;
  expect(await clock()).toMatchObject({ status: 'resting', at: addDays(began, 3), error: null });
});

it('a reversal at the loan system, and a file being boarded, hold the day', async () => {
  const schedule = await harness.schedule(await harness.loan(1), 1);
  const day = dayWork(parts(), new AutopayRunner(subgraphsSource(instance.resources)));
  await harness.advance({ days: 2 });
  await turns(workerOf(day), 10);
  expect(await day.runDue(organizationId)).toBe(0);
  const [run] = await query(`select id from autopay_run where schedule_id = $1 and status = 'posted'`, [schedule]);
  const correctionId = newId();
  await query(
    `insert into autopay_correction (id, organization_id, run_id, number, kind, reason, cause, status, amount_cents, created_at)
     values ($1, $2, $3, 1, 'reversal', 'card_disputed', 'dp_1', 'pending', 100, now())`,
    [correctionId, organizationId, run.id],
  );
  expect(await day.runDue(organizationId)).toBe(1);
  const boardingId = await boardingOf(instance.resources.pool, harness.lender, 'received');
  expect(await day.runDue(organizationId)).toBe(2);
  await query(`update autopay_correction set status = 'done' where id = $1`, [correctionId]);
  await query(`update ledger_boarding set status = 'done' where id = $1`, [boardingId]);
  expect(await day.runDue(organizationId)).toBe(0);
});

/** Work on days that stops on one of them, counted from 0, until it is released. */
function held(standsStillOn: number) {
  let arrive = () => {};
  let letGo = () => {};
  const isThere = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const go = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let day = -1;
  const days: DayWork = {
    ...QUIET,
    runDue: async () => {
      day += 1;
      if (day === standsStillOn) {
        arrive();
        await go;
      }
      return 0;
    },
  };
  return { days, isThere, letGo: () => letGo() };
}
