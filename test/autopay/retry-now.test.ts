import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { MOST_ATTEMPTS, RunRetrier } from '../../subgraphs/payments/autopay/run/retry-run-now.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { type Ask, graphClient } from '../support/graph.js';
import { KillableDatabase, KillableWorker, Killed } from '../support/killable-worker.js';
import { operatorToken } from '../support/operators.js';

/* A person tries a declined run now. It charges once, however often and in whatever state it is asked for. */

let harness: AutopayHarness;
let operator: Ask;
let viewer: Ask;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());
beforeEach(() => signIn());

/** Tokens expire because days pass in these tests. */
async function signIn(): Promise<void> {
  const asking = async (role: 'operator' | 'viewer') =>
    graphClient(harness.instance.graphqlUrl, await operatorToken(harness.instance.resources, { subject: 'ola', role }));
  [operator, viewer] = [await asking('operator'), await asking('viewer')];
}

const RETRY = `mutation ($id: ID!, $seen: Int!) {
  retryAutopayRun(id: $id, attemptsSeen: $seen) { id status nextTryOn attemptCount }
}`;
const retry = (id: string, seen = 1, ask = operator) => ask(RETRY, { id, seen });
const reasonOf = ({ json }: Awaited<ReturnType<Ask>>) => [
  json.errors?.[0]?.extensions?.code,
  json.errors?.[0]?.extensions?.fields?.reason,
];
const SOFT = 'pm_card_chargeDeclinedInsufficientFunds';

/** A run that was declined today, and whose schedule has a card that can be charged since. */
async function declined({ token = SOFT, accountId = '' } = {}) {
  const account = accountId === '' ? await harness.lender.ledgerAccount() : accountId;
  const schedule = await harness.schedule(account, { payment_method_id: await harness.card(token) });
  await harness.workOff();
  await harness.change(schedule, { payment_method_id: await harness.lender.paymentMethod() });
  const run = await runOf(schedule);
  return { schedule, account, run };
}

async function runOf(schedule: string) {
  const run = (await harness.runsOf(schedule)).at(-1);
  if (run === undefined) throw new Error('the schedule has no run');
  return run;
}

async function chargesOf(schedule: string): Promise<number> {
  const { rows } = await harness.pool.query(
    `select count(*)::int as n from sandbox_charge c join autopay_attempt t on t.id = c.reference
       join autopay_run r on r.id = t.run_id where r.schedule_id = $1`,
    [schedule],
  );
  return rows[0].n;
}

describe('retryAutopayRun', () => {
  it('tries the run today; it is charged and posted once, and the act is audited', async () => {
    const { schedule, run } = await declined();
    expect(run).toMatchObject({ status: 'retrying', next_try_on: addDays(harness.today, 1) });
    const { json } = await retry(run.id);
    expect(json.data.retryAutopayRun).toMatchObject({ status: 'retrying', nextTryOn: harness.today });
    await harness.workOff();
    expect(await runOf(schedule)).toMatchObject({ status: 'posted', attempts: ['declined', 'charged'] });
    const { rows } = await harness.pool.query('select action, actor, after from audit_log where subject = $1', [
      run.id,
    ]);
    expect(rows).toEqual([{ action: 'autopay_run.retry', actor: 'ola', after: { next_try_on: harness.today } }]);
    expect(await harness.broken()).toEqual([]);
  });

  it('fifty presses at once, and again after each result, begin one try', async () => {
    const { schedule, run } = await declined();
    const workers = [harness.runner, harness.runner];
    const presses = Array.from({ length: 50 }, () => retry(run.id));
    await Promise.all([...presses, ...workers.map((worker) => worker.work(harness.run(run.id)))]);
    await harness.workOff();
    await Promise.all(Array.from({ length: 10 }, () => retry(run.id)));
    await harness.workOff();
    expect(await runOf(schedule)).toMatchObject({ status: 'posted', attempts: ['declined', 'charged'] });
    expect(await chargesOf(schedule)).toBe(1);
  });

  it('a press that saw fewer tries changes nothing: a declined second try is not followed by a third', async () => {
    const { schedule, run } = await declined();
    await harness.change(schedule, { payment_method_id: await harness.card(SOFT) });
    await retry(run.id);
    await harness.workOff();
    const before = await runOf(schedule);
    expect(before).toMatchObject({ status: 'retrying', attempts: ['declined', 'declined'] });
    const late = await retry(run.id);
    expect(late.json.data.retryAutopayRun).toMatchObject({ attemptCount: 2, nextTryOn: before.next_try_on });
    await harness.workOff();
    expect(await runOf(schedule)).toEqual(before);
  });

  it.each([
    ['a paused schedule', { status: 'paused' }, 'schedule_paused'],
    ['a cancelled schedule', { status: 'cancelled' }, 'schedule_cancelled'],
  ])('%s: 409, and nothing is charged', async (_what, fields, reason) => {
    const { schedule, run } = await declined();
    await harness.change(schedule, fields);
    expect(reasonOf(await retry(run.id))).toEqual(['autopay_run_not_retryable', reason]);
    expect(await chargesOf(schedule)).toBe(0);
  });

  it('a hard decline, a posted run and a viewer: refused', async () => {
    const hard = await declined({ token: 'pm_card_chargeDeclinedStolenCard' });
    expect(reasonOf(await retry(hard.run.id))).toEqual(['autopay_run_not_retryable', 'run_failed']);
    const soft = await declined();
    expect(reasonOf(await retry(soft.run.id, 1, viewer))[0]).toBe('insufficient_scope');
    await retry(soft.run.id);
    await harness.workOff();
    expect(reasonOf(await retry(soft.run.id, 2))).toEqual(['autopay_run_not_retryable', 'run_posted']);
  });

  it('not beside another run of the loan that may be charged', async () => {
    const { account, run, schedule } = await declined();
    const other = await harness.schedule(account, { amount_cents: 4_000 });
    await harness.runDue();
    expect((await runOf(other)).status).toBe('charging');
    expect(reasonOf(await retry(run.id))).toEqual(['autopay_run_not_retryable', 'other_run_open']);
    await harness.workOff();
    await retry(run.id);
    await harness.workOff();
    expect((await runOf(schedule)).status).toBe('posted');
  });

  it('a card that is declined again and again is not charged without end', async () => {
    const { schedule, run } = await declined();
    await harness.change(schedule, { payment_method_id: await harness.card(SOFT) });
    for (let seen = 1; seen < MOST_ATTEMPTS; seen += 1) {
      expect((await retry(run.id, seen)).json.data.retryAutopayRun.nextTryOn).toBe(harness.today);
      await harness.workOff();
    }
    const before = await runOf(schedule);
    expect(before.attempts).toHaveLength(MOST_ATTEMPTS);
    expect(reasonOf(await retry(run.id, MOST_ATTEMPTS))).toEqual(['autopay_run_not_retryable', 'most_attempts']);
    expect(await runOf(schedule)).toEqual(before);
  });

  it('not once the next date has come', async () => {
    const daily = await harness.schedule(await harness.lender.ledgerAccount(), {
      ...{ payment_method_id: await harness.card(SOFT), frequency_unit: 'week', frequency_interval: 1 },
    });
    await harness.workOff();
    const run = await runOf(daily);
    harness.moveTo(addDays(harness.today, 7));
    await signIn();
    expect(reasonOf(await retry(run.id))).toEqual(['autopay_run_not_retryable', 'next_date_has_come']);
    await harness.change(daily, { status: 'cancelled' });
  });

  it('a request that dies anywhere has moved the next try or nothing; the run is charged once in the end', async () => {
    const principal = {
      kind: 'operator',
      actor: 'ola',
      role: 'supervisor',
      organizationIds: 'all',
      scopes: [],
    } as const;
    const { schedule, run } = await declined();
    for (let at = 1, isDone = false; !isDone; at += 1) {
      let left = at;
      const live = () => {
        left -= 1;
        if (left <= 0) throw new Killed();
      };
      const db = new KillableDatabase(harness.pool, live, () => left <= 0);
      const retrier = new RunRetrier({ db, clock: harness.clock });
      isDone = await retrier.retryNow(principal, run.id, 1).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return false;
        },
      );
      expect([harness.today, addDays(harness.today, 1)]).toContain((await runOf(schedule)).next_try_on);
    }
    await harness.workOff();
    expect(await runOf(schedule)).toMatchObject({ status: 'posted', attempts: ['declined', 'charged'] });
    expect(await chargesOf(schedule)).toBe(1);
  });

  it('a worker that dies at any step of the try, and presses in between: one charge', async () => {
    for (let at = 1, isDone = false; !isDone; at += 1) {
      const { schedule, run } = await declined();
      await retry(run.id);
      const worker = new KillableWorker(harness.pool, harness.parts, at);
      await worker.runner.work(harness.run(run.id)).catch((error: unknown) => {
        if (!worker.isDead) throw error;
      });
      isDone = !worker.isDead;
      await retry(run.id);
      await harness.workOff();
      expect([at, await chargesOf(schedule)]).toEqual([at, 1]);
      expect((await runOf(schedule)).status).toBe('posted');
    }
    expect(await harness.broken()).toEqual([]);
  }, 120_000);
});
