import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { cents } from '../../core/money.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { type Ask, graphClient } from '../support/graph.js';
import { KillableWorker, Killed } from '../support/killable-worker.js';
import { operatorToken } from '../support/operators.js';
import { answered, posting, ScriptedLoanSystem } from '../support/scripted-loan-system.js';

/* After a restore a date is charged again, and its reference already has a posting that is not this charge's. */

let harness: AutopayHarness;
let operator: Ask;

beforeAll(async () => {
  harness = await AutopayHarness.open('2026-11-20');
  await harness.pool.query("insert into loan_system (code, kind) values ('scripted', 'sandbox')");
  const token = await operatorToken(harness.instance.resources, { subject: 'ola', role: 'operator' });
  operator = graphClient(harness.instance.graphqlUrl, token);
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.pool.query("update autopay_schedule set status = 'cancelled'");
});

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await harness.pool.query(text, [...values])).rows;
const runOf = async (schedule: string) => {
  const [run] = await harness.runsOf(schedule);
  if (run === undefined) throw new Error('the schedule has no run');
  return run;
};
const result = async (schedule: string) => {
  const { status, failure_code } = await runOf(schedule);
  return [status, failure_code];
};
const exceptionsOf = (run: string) =>
  rows('select kind, detail, resolved_at is null as open from operator_exception where subject_id = $1', [run]);
const refundsOf = async (schedule: string) =>
  (
    await rows(
      `select c.id from sandbox_charge c join autopay_attempt t on t.id = c.reference join autopay_run r on r.id = t.run_id
        where r.schedule_id = $1 and c.refunded_at is not null`,
      [schedule],
    )
  ).length;
const resolve = (run: string) =>
  rows(
    "update operator_exception set resolved_at = now(), resolved_by = 'o ola', resolution = 'right' where subject_id = $1",
    [run],
  );
const cancel = (id: string) => operator('mutation ($id: ID!) { cancelAutopayRun(id: $id) { status } }', { id });

/** A date that was charged and posted, then lost in a restore; meanwhile its posting was changed in the loan system. */
async function chargedAgain(): Promise<{ schedule: string; run: string }> {
  const schedule = await harness.schedule(await harness.lender.sandboxAccount('SBX-POSTS'));
  const { today } = harness;
  await harness.workOff();
  const { id: run, status } = await runOf(schedule);
  expect(status).toBe('posted');
  await harness.forgetRuns(schedule, today);
  await rows('update sandbox_posting set amount_cents = 9000 where external_reference = $1', [run]);
  return { schedule, run };
}

const DIFFERS = {
  kind: 'posting_differs',
  detail: expect.objectContaining({ amountCents: 10_000, postedCents: 9_000 }),
};

describe('a charge whose posting has another amount', () => {
  it('is neither posted nor refunded, also when the worker is killed at any moment, and raises one exception', async () => {
    for (let at = 1; ; at += 1) {
      const { schedule, run } = await chargedAgain();
      const [found] = await harness.runner.createDueRuns(harness.lender.organizationId);
      const worker = new KillableWorker(harness.pool, harness.parts, at);
      const isOver = await worker.runner.work(harness.run(found?.id ?? '')).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return false;
        },
      );
      await harness.workOff();
      expect([found?.id, await result(schedule)], `killed at moment ${at}`).toEqual([run, ['posting', null]]);
      expect([await exceptionsOf(run), await refundsOf(schedule)]).toEqual([[{ ...DIFFERS, open: true }], 0]);
      await cancel(run);
      await harness.workOff();
      await harness.change(schedule, { status: 'cancelled' });
      if (isOver) break;
    }
  }, 120_000);

  it('is refunded once when its run is cancelled, however often and while it is looked up', async () => {
    const { schedule, run } = await chargedAgain();
    await harness.workOff();
    const looks = Array.from({ length: 4 }, () => harness.runner.work(harness.run(run)));
    const [first, ...others] = await Promise.all([...Array.from({ length: 4 }, () => cancel(run)), ...looks]);
    expect(
      [first, ...others].flatMap((answer) => (typeof answer === 'object' ? (answer.json.errors ?? []) : [])),
    ).toEqual([]);
    await harness.workOff();
    expect([await result(schedule), await refundsOf(schedule)]).toEqual([['refunded', 'posting_differs'], 1]);
    expect(await exceptionsOf(run), 'no posting after the refund is reported').toEqual([{ ...DIFFERS, open: false }]);
    expect(await rows('select action from audit_log where subject = $1', [run])).toEqual([
      { action: 'autopay_run.cancel' },
    ]);
  });

  it('counts as posted when an operator resolves the exception; other runs in progress are not cancelled', async () => {
    const { schedule, run } = await chargedAgain();
    await harness.workOff();
    await resolve(run);
    const { json } = await cancel(run);
    expect(json.errors?.[0]?.extensions.code).toBe('autopay_run_not_held');
    await harness.workOff();
    expect([await result(schedule), await refundsOf(schedule)]).toEqual([['posted', null], 0]);
  });
});

describe('a posting that is found later', () => {
  let system: ScriptedLoanSystem;
  let worker: Pick<AutopayHarness, 'runner' | 'parts'>;
  beforeEach(() => {
    system = new ScriptedLoanSystem();
    system.script.postPayment = async () => ({ kind: 'unknown' });
    const parts = { ...harness.parts, systems: new LoanSystems([system]) };
    worker = { parts, runner: new AutopayRunner(parts) };
  });
  const right = { ...posting(), amountCents: cents(10_000) };
  const find = (found: ReturnType<typeof posting>) => {
    system.script.findPosting = async () => answered(found);
  };
  const charged = async () => {
    const account = await harness.lender.sandboxAccount('SBX-POSTS');
    await rows("update account set loan_system_code = 'scripted' where id = $1", [account]);
    const schedule = await harness.schedule(account);
    await harness.workOff(worker);
    return schedule;
  };
  const reversal = { reference: null, isNsf: false, referenceNumber: 4712, postedAt: right.postedAt };

  it.each<[string, ReturnType<typeof posting>]>([
    ['has another method', { ...right, paymentMethods: ['ach'] }],
    ['was reversed there', { ...right, reversal }],
  ])('and %s is not taken as posted, until it is the right one', async (_, wrong) => {
    find(wrong);
    const schedule = await charged();
    const { id: run } = await runOf(schedule);
    expect([await result(schedule), await exceptionsOf(run)]).toEqual([
      ['posting', null],
      [{ kind: 'posting_differs', detail: expect.anything(), open: true }],
    ]);
    find(right);
    await harness.workOff(worker);
    expect([await result(schedule), (await exceptionsOf(run)).map(({ open }) => open)]).toEqual([
      ['posted', null],
      [false],
    ]);
    expect(system.sent).toHaveLength(1);
  });

  it('and changes after an operator accepted it is asked about again', async () => {
    find({ ...right, amountCents: cents(9_000) });
    const schedule = await charged();
    const { id: run } = await runOf(schedule);
    await resolve(run);
    find({ ...right, amountCents: cents(9_000), reversal });
    await harness.workOff(worker);
    expect([await result(schedule), (await exceptionsOf(run)).map(({ open }) => open)]).toEqual([
      ['posting', null],
      [true],
    ]);
  });

  it('and is more than the loan owed: the event has the code, and an operator gets an exception', async () => {
    find({ ...right, overpaidCents: cents(30) });
    const schedule = await charged();
    const { id: run } = await runOf(schedule);
    expect(await exceptionsOf(run)).toEqual([
      { kind: 'loan_overpaid', detail: { overpaidCents: 30, referenceNumber: 4711 }, open: true },
    ]);
    expect(await rows("select code from event where object_id = $1 and type = 'autopay_run.posted'", [run])).toEqual([
      { code: 'overpaid' },
    ]);
    expect(await result(schedule)).toEqual(['posted', null]);
  });
});
