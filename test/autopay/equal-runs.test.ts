import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { addDays } from '../../core/time/dates.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { type Ask, graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';

/* Two equal schedules: the second one is created and marked, and its run is held until a person decides. */

let harness: AutopayHarness;
let operator: Ask;
let viewer: Ask;
let account: string;
let method: string;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());
beforeEach(async () => {
  await signIn();
  [account, method] = [await harness.lender.ledgerAccount(), await harness.lender.paymentMethod()];
});

/** Tokens expire because days pass in these tests. */
async function signIn(): Promise<void> {
  const asking = async (role: 'operator' | 'viewer') =>
    graphClient(harness.instance.graphqlUrl, await operatorToken(harness.instance.resources, { subject: 'ola', role }));
  [operator, viewer] = [await asking('operator'), await asking('viewer')];
}

const plan = (fields: object = {}) => ({
  ...{ account_id: account, payment_method_id: method, amount_cents: 5_000 },
  ...{ frequency_unit: 'month', frequency_interval: 1, start_date: harness.today },
  ...fields,
});

/** With the key's token over /v1, or with the key itself. */
async function created(fields: object = {}, headers: Readonly<Record<string, string>> = {}) {
  const answer = await (await harness.lender.api()).post('/v1/autopay', plan(fields), headers);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json;
}

const query = async (text: string, values: readonly unknown[]) => (await harness.pool.query(text, [...values])).rows;
const runOf = async (schedule: string) => {
  const [run] = await harness.runsOf(schedule);
  if (run === undefined) throw new Error('the schedule has no run');
  return run;
};
const chargesOf = async (ids: readonly string[]) =>
  (
    await query(
      `select count(*)::int as n from sandbox_charge c join autopay_attempt t on t.id = c.reference
         join autopay_run r on r.id = t.run_id where r.schedule_id = any($1)`,
      [ids],
    )
  )[0].n;
const exceptionOf = async (run: string) =>
  (await query('select * from operator_exception where subject_id = $1', [run]))[0];
const decide = (ask: Ask, act: 'release' | 'cancel', id: string) =>
  ask(`mutation ($id: ID!) { ${act}AutopayRun(id: $id) { id status failureCode possibleDuplicateOf } }`, { id });
const audited = async (id: string) =>
  (await query('select action, actor from audit_log where subject = $1 order by id', [id])).map((row) => row.action);
const codeOf = (answer: Awaited<ReturnType<Ask>>) => answer.json.errors?.[0]?.extensions?.code;

/** Two schedules that are due today, the second one's run held. */
async function held() {
  const [first, second] = [await created(), await created()];
  await harness.workOff();
  const [charged, waiting] = [await runOf(first.id), await runOf(second.id)];
  // Both are due in one sweep: the one that began first is charged.
  return charged.status === 'posted'
    ? { first, second, charged, waiting }
    : { first: second, second: first, charged: waiting, waiting: charged };
}

describe('POST /v1/autopay', () => {
  it('twice without a key: 201 both times, the second names the first in its answer, reads and event', async () => {
    const first = await created();
    const second = await created();
    expect([first.possible_duplicate_of, second.possible_duplicate_of]).toEqual([null, first.id]);
    const api = await harness.lender.api();
    expect((await api.get(`/v1/autopay/${second.id}`)).json).toEqual(second);
    expect((await api.get(`/v1/autopay?account_id=${account}`)).json.items).toEqual([second, first]);
    const events = 'select type, possible_duplicate_of from event where object_id = $1';
    expect(await query(events, [second.id])).toEqual([
      { type: 'autopay_schedule.created', possible_duplicate_of: first.id },
    ]);
  });

  it('twice at once: one names the other; under one key there is one schedule without a mark', async () => {
    const both = await Promise.all([created(), created()]);
    const marks = both.map(({ possible_duplicate_of }) => possible_duplicate_of);
    const at = marks.indexOf(null);
    expect(marks[1 - at]).toBe(both[at].id);
    const key = { 'idempotency-key': randomUUID() };
    const keyed = await created({ amount_cents: 6_000 }, key);
    expect(await created({ amount_cents: 6_000 }, key)).toEqual(keyed);
    expect(keyed.possible_duplicate_of).toBeNull();
  });

  it('a schedule with another amount, method, cadence or start, or equal to a cancelled one, is no duplicate', async () => {
    const { id } = await created();
    for (const fields of [
      { amount_cents: 5_001 },
      { payment_method_id: await harness.lender.paymentMethod() },
      { frequency_unit: 'week' },
      { start_date: addDays(harness.today, 1) },
      { anchor_day: 5 },
    ]) {
      expect((await created(fields)).possible_duplicate_of).toBeNull();
    }
    await fetch(`${harness.instance.baseUrl}/v1/autopay/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${(await harness.lender.api()).token}` },
    });
    expect((await created()).possible_duplicate_of).toBeNull();
  });
});

describe('a run that equals another one by account, method, amount and day', () => {
  it('two POSTs: one charge, one exception', async () => {
    const { first, second, charged, waiting } = await held();
    expect([charged.status, waiting.status, waiting.failure_code]).toEqual(['posted', 'held', 'possible_duplicate']);
    expect(await chargesOf([first.id, second.id])).toBe(1);
    expect(await exceptionOf(waiting.id)).toMatchObject({
      kind: 'autopay_run_held',
      resolved_at: null,
      detail: { possibleDuplicateOf: charged.id, amountCents: 5_000, dueOn: harness.today },
    });
    const runs = (await (await harness.lender.api()).get(`/v1/autopay/${second.id}/runs`)).json.items;
    expect(runs).toMatchObject([{ status: 'held', possible_duplicate_of: charged.id, attempts: 0 }]);
    const events = 'select type, code, possible_duplicate_of from event where object_id = $1';
    expect(await query(events, [waiting.id])).toEqual([
      { type: 'autopay_run.held', code: 'possible_duplicate', possible_duplicate_of: charged.id },
    ]);
    expect(await harness.broken()).toEqual([]);
  });

  it('is also held if an earlier version stored the schedules, without marks', async () => {
    const plain = { account_id: account, payment_method_id: method };
    const both = [await harness.schedule(account, plain), await harness.schedule(account, plain)];
    await harness.workOff();
    expect((await Promise.all(both.map(runOf))).map(({ status }) => status).sort()).toEqual(['held', 'posted']);
    expect(await chargesOf(both)).toBe(1);
  });

  it('is held if an earlier version, which compared no runs, left both to be charged: one charge, also if both race', async () => {
    const first = await created();
    const second = await created({ amount_cents: 6_000 });
    const runs = await harness.runner.createDueRuns(harness.lender.organizationId);
    expect(runs).toHaveLength(2);
    await query('update autopay_schedule set amount_cents = 5000 where id = $1', [second.id]);
    await query('update autopay_run set amount_cents = 5000 where schedule_id = $1', [second.id]);
    await Promise.all(runs.map((run) => harness.runner.work(run)));
    const ends = [await runOf(first.id), await runOf(second.id)];
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['held', 'posted']);
    expect(await chargesOf([first.id, second.id])).toBe(1);
    const waiting = ends.find(({ status }) => status === 'held');
    const posted = ends.find(({ status }) => status === 'posted');
    expect(await exceptionOf(waiting?.id ?? '')).toMatchObject({ detail: { possibleDuplicateOf: posted?.id } });
    const events = 'select type, previous_status from event where object_id = $1';
    expect(await query(events, [waiting?.id])).toEqual([{ type: 'autopay_run.held', previous_status: null }]);
    expect(await harness.broken()).toEqual([]);
    await decide(operator, 'release', waiting?.id ?? '');
    await harness.workOff();
    expect((await runOf(first.id)).status).toBe('posted');
    expect((await runOf(second.id)).status).toBe('posted');
    expect(await chargesOf([first.id, second.id])).toBe(2);
  });

  it('is not held because of a run that was held for it and that a person released before anything was sent', async () => {
    const first = await created();
    const [run] = await harness.runner.createDueRuns(harness.lender.organizationId);
    const second = await created();
    await harness.runner.createDueRuns(harness.lender.organizationId);
    const waiting = await runOf(second.id);
    expect([waiting.status, (await runOf(first.id)).status]).toEqual(['held', 'charging']);
    await decide(operator, 'release', waiting.id);
    // The retry begins its attempt, but nothing is sent yet.
    await harness.runner.step(harness.run(waiting.id));
    expect((await runOf(second.id)).status).toBe('charging');
    if (run === undefined) throw new Error('no run is due');
    await harness.runner.work(run);
    await harness.workOff();
    expect([(await runOf(first.id)).status, (await runOf(second.id)).status]).toEqual(['posted', 'posted']);
  });

  it('is charged with another method, or for another amount', async () => {
    const both = [await created(), await created({ amount_cents: 5_001 })];
    const third = await created({ payment_method_id: await harness.lender.paymentMethod() });
    await harness.workOff();
    expect(await chargesOf([...both, third].map(({ id }) => id))).toBe(3);
  });

  it('is charged after an operator, and only an operator, releases it, although it equals the other one', async () => {
    const { first, second, waiting } = await held();
    expect(codeOf(await decide(viewer, 'release', waiting.id))).toBe('insufficient_scope');
    const key = graphClient(harness.instance.graphqlUrl, (await harness.lender.key()).plaintext);
    expect(codeOf(await decide(key, 'release', waiting.id))).toBe('insufficient_scope');
    expect((await decide(operator, 'release', waiting.id)).json.data.releaseAutopayRun.status).toBe('retrying');
    expect((await decide(operator, 'release', waiting.id)).json.errors).toBeUndefined();
    expect(await exceptionOf(waiting.id)).toMatchObject({
      resolved_at: expect.anything(),
      resolved_by: expect.any(String),
    });
    await harness.workOff();
    expect((await runOf(second.id)).status).toBe('posted');
    expect(await chargesOf([first.id, second.id])).toBe(2);
    expect(await audited(waiting.id)).toEqual(['autopay_run.release']);
    expect(codeOf(await decide(operator, 'cancel', waiting.id))).toBe('autopay_run_not_held');
  });

  it('is never charged after it is cancelled; the next date is held again', async () => {
    const { first, second, waiting } = await held();
    const { json } = await decide(operator, 'cancel', waiting.id);
    expect(json.data.cancelAutopayRun).toMatchObject({ status: 'failed', failureCode: 'possible_duplicate' });
    expect((await decide(operator, 'cancel', waiting.id)).json.errors).toBeUndefined();
    expect(codeOf(await decide(operator, 'release', waiting.id))).toBe('autopay_run_not_held');
    expect((await exceptionOf(waiting.id)).resolved_at).not.toBeNull();
    expect(await audited(waiting.id)).toEqual(['autopay_run.cancel']);
    await harness.passDays(31);
    const [, ...later] = [...(await harness.runsOf(first.id)), ...(await harness.runsOf(second.id))];
    expect(later.map(({ status }) => status).filter((status) => status === 'held')).toHaveLength(1);
    expect(await chargesOf([first.id, second.id])).toBe(2);
  });

  it('ends with its schedule, and its exception with it', async () => {
    const { second, waiting } = await held();
    const api = await harness.lender.api();
    await fetch(`${harness.instance.baseUrl}/v1/autopay/${second.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect(await runOf(second.id)).toMatchObject({ status: 'failed', failure_code: 'schedule_cancelled' });
    expect((await exceptionOf(waiting.id)).resolved_at).not.toBeNull();
  });

  it('its exception cannot be resolved while it is held', async () => {
    const { waiting } = await held();
    const { id } = await exceptionOf(waiting.id);
    const resolve = `mutation { resolveOperatorException(id: "${id}", resolution: "looked at") { id } }`;
    expect(codeOf(await operator(resolve))).toBe('validation_failed');
    await decide(operator, 'cancel', waiting.id);
    expect((await operator(resolve)).json.errors).toBeUndefined();
  });

  it('cannot be released when its schedule is paused or its next date has come; an unknown run is not found', async () => {
    const { second, waiting } = await held();
    await harness.change(second.id, { status: 'paused' });
    expect(codeOf(await decide(operator, 'release', waiting.id))).toBe('autopay_run_not_held');
    await harness.change(second.id, { status: 'active' });
    harness.moveTo(addDays(harness.today, 31));
    await signIn();
    expect(codeOf(await decide(operator, 'release', waiting.id))).toBe('autopay_run_not_held');
    expect(codeOf(await decide(operator, 'cancel', newId()))).toBe('autopay_run_not_found');
    await decide(operator, 'cancel', waiting.id);
    await harness.workOff();
  });

  it('is detected again at each try: a declined run is held if the other one was charged in between', async () => {
    const declined = await harness.card('pm_card_chargeDeclined');
    const first = await created({ payment_method_id: declined });
    await harness.workOff();
    expect((await runOf(first.id)).status).toBe('retrying');
    await query('update autopay_schedule set payment_method_id = $2 where id = $1', [first.id, method]);
    const second = await created();
    await harness.workOff();
    expect((await runOf(second.id)).status).toBe('posted');
    await harness.passDays(1);
    const [run, other] = [await runOf(first.id), await runOf(second.id)];
    expect(run).toMatchObject({ status: 'held', failure_code: 'possible_duplicate' });
    expect(await exceptionOf(run.id)).toMatchObject({ detail: { possibleDuplicateOf: other.id } });
  });

  it('its exception says that nothing was taken for the date when the other run is refunded; a person still decides', async () => {
    const { charged, waiting } = await held();
    await query(`update autopay_run set status = 'refunded' where id = $1`, [charged.id]);
    await harness.runner.watchOverdue();
    const { resolved_at, detail } = await exceptionOf(waiting.id);
    expect([resolved_at, detail]).toEqual([
      null,
      { possibleDuplicateOf: charged.id, amountCents: 5_000, dueOn: harness.today, otherStatus: 'refunded' },
    ]);
    expect((await query('select status from autopay_run where id = $1', [waiting.id]))[0].status).toBe('held');
    // A won dispute brings the money back: then it is a duplicate again.
    await query(`update autopay_run set status = 'posted' where id = $1`, [charged.id]);
    await harness.runner.watchOverdue();
    expect((await exceptionOf(waiting.id)).detail).not.toHaveProperty('otherStatus');
    await decide(operator, 'cancel', waiting.id);
  });

  it('names a third run that was charged, after the run it was held for is refunded', async () => {
    const { charged, waiting } = await held();
    const third = await created({ amount_cents: 6_000 });
    await harness.workOff();
    const other = await runOf(third.id);
    expect(other.status).toBe('posted');
    await query('update autopay_run set amount_cents = 5000 where id = $1', [other.id]);
    await query(`update autopay_run set status = 'refunded' where id = $1`, [charged.id]);
    await harness.runner.watchOverdue();
    expect((await exceptionOf(waiting.id)).detail).toEqual({
      ...{ possibleDuplicateOf: other.id, amountCents: 5_000, dueOn: harness.today },
    });
    const named = 'select possible_duplicate_of from autopay_run where id = $1';
    expect(await query(named, [waiting.id])).toEqual([{ possible_duplicate_of: other.id }]);
    await query(`update autopay_run set status = 'posted' where id = $1`, [charged.id]);
    await decide(operator, 'cancel', waiting.id);
  });

  it('ends with its loan, and its exception with it', async () => {
    account = await harness.lender.ledgerAccount(11_000);
    const { second, waiting } = await held();
    const api = await harness.lender.api();
    expect((await api.record(account, { amount_cents: 6_000 })).status).toBe(201);
    await harness.runner.watchOverdue();
    expect(await harness.statusOf(second.id)).toBe('expired');
    expect(await runOf(second.id)).toMatchObject({ status: 'failed', failure_code: 'schedule_expired' });
    expect((await exceptionOf(waiting.id)).resolved_at).not.toBeNull();
  });

  it('released more than a week later and missed that day: it is charged the day after, and retried from the release', async () => {
    const { first, second, waiting } = await held();
    await harness.passDays(9);
    await signIn();
    expect((await decide(operator, 'release', waiting.id)).json.data.releaseAutopayRun.status).toBe('retrying');
    await query('update autopay_schedule set payment_method_id = $2 where id = $1', [
      ...[second.id, await harness.card('pm_card_chargeDeclined')],
    ]);
    const released = harness.today;
    await harness.passDays(1);
    expect(await runOf(second.id)).toMatchObject({ status: 'retrying', next_try_on: addDays(released, 3) });
    await query('update autopay_schedule set payment_method_id = $2 where id = $1', [second.id, method]);
    await harness.passDays(2);
    expect((await runOf(second.id)).status).toBe('posted');
    expect(await chargesOf([first.id, second.id])).toBe(2);
  });
});
