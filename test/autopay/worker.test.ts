import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { AutopayHarness } from '../support/autopay-harness.js';

let desk: AutopayHarness;
beforeAll(async () => {
  desk = await AutopayHarness.open('2026-01-05');
});
afterAll(() => desk.close());

const balanceOf = async (account: string) =>
  (await desk.pool.query('select current_balance_cents from account where id = $1', [account])).rows[0]
    .current_balance_cents;

describe('a date of a schedule', () => {
  it.each([
    ['the ledger', () => desk.lender.ledgerAccount(1_000_000)],
    ['an external loan system', () => desk.lender.sandboxAccount('SBX-POSTS', 1_000_000)],
  ])('is charged once and appears as an ordinary payment: %s', async (_, account) => {
    const accountId = await account();
    const schedule = await desk.schedule(accountId);
    await desk.workOff();
    await desk.workOff();
    expect(await desk.story(schedule)).toEqual([`${desk.today} posted 10000`]);
    const { rows } = await desk.pool.query(
      "select t.type, t.amount_cents, t.status from transaction t where t.account_id = $1 and t.type = 'payment'",
      [accountId],
    );
    expect(rows).toEqual([{ type: 'payment', amount_cents: 10_000, status: 'posted' }]);
    expect(await balanceOf(accountId)).toBe(990_000);
    const found = await desk.pool.query('select next_run_date from autopay_schedule where id = $1', [schedule]);
    expect(found.rows).toEqual([{ next_run_date: '2026-02-05' }]);
  });

  it('a date in the future is not run', async () => {
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), { next_run_date: '2026-01-06' });
    await desk.workOff();
    expect(await desk.story(schedule)).toEqual([]);
    await desk.change(schedule, { status: 'cancelled' });
  });

  it('racing workers make one run and one charge', async () => {
    const schedules = await Promise.all(
      Array.from({ length: 8 }, async () => desk.schedule(await desk.lender.ledgerAccount())),
    );
    const ids = (await Promise.all(Array.from({ length: 4 }, () => desk.runner.runDue()))).flat();
    await Promise.all([...ids, ...ids, ...ids].map((id) => desk.runner.work(id)));
    await desk.workOff();
    for (const schedule of schedules) expect(await desk.story(schedule)).toEqual([`${desk.today} posted 10000`]);
    expect(await desk.broken()).toEqual([]);
  });
});

describe('a charge that is declined', () => {
  it('is tried again on days 1, 3 and 7, and then fails', async () => {
    const method = await desk.card('pm_card_chargeDeclinedInsufficientFunds');
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), { payment_method_id: method });
    const seen: (string | null | undefined)[] = [];
    for (const days of [0, 1, 1, 1, 4, 1]) {
      await desk.passDays(days);
      const [run] = await desk.runsOf(schedule);
      seen.push(`${run?.attempts.length} ${run?.next_try_on ?? run?.status}`);
    }
    expect(seen).toEqual(['1 2026-01-06', '2 2026-01-08', '2 2026-01-08', '3 2026-01-12', '4 failed', '4 failed']);
    const [run] = await desk.runsOf(schedule);
    expect([run?.failure_code, run?.attempts]).toEqual(['insufficient_funds', Array(4).fill('declined')]);
  });

  it('succeeds on a later day, with the method that the schedule has then', async () => {
    const method = await desk.card('pm_card_chargeDeclined');
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), { payment_method_id: method });
    const due = desk.today;
    await desk.workOff();
    expect(await desk.story(schedule)).toEqual([`${due} retrying 10000 generic_decline`]);
    await desk.change(schedule, { payment_method_id: await desk.lender.paymentMethod() });
    await desk.passDays(1);
    expect(await desk.story(schedule)).toEqual([`${due} posted 10000`]);
    expect((await desk.runsOf(schedule))[0]?.attempts).toEqual(['declined', 'charged']);
  });

  it('permanently is not tried again', async () => {
    const method = await desk.card('pm_card_chargeDeclinedStolenCard');
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), { payment_method_id: method });
    const due = desk.today;
    await desk.workOff();
    expect(await desk.story(schedule)).toEqual([`${due} failed 10000 stolen_card`]);
  });

  it('gives way to the next date of the schedule', async () => {
    const method = await desk.card('pm_card_chargeDeclined');
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), {
      payment_method_id: method,
      frequency_unit: 'day',
      frequency_interval: 2,
    });
    const due = desk.today;
    await desk.workOff();
    await desk.change(schedule, { payment_method_id: await desk.lender.paymentMethod() });
    await desk.passDays(2);
    expect(await desk.story(schedule)).toEqual([`${due} failed 10000 generic_decline`, `${desk.today} posted 10000`]);
    await desk.change(schedule, { status: 'cancelled' });
  });

  it.each(['paused', 'cancelled'])('is not tried again when the schedule is %s', async (status) => {
    const method = await desk.card('pm_card_chargeDeclined');
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), { payment_method_id: method });
    const due = desk.today;
    await desk.workOff();
    await desk.change(schedule, { status });
    await desk.passDays(1);
    expect(await desk.story(schedule)).toEqual([`${due} failed 10000 schedule_${status}`]);
  });
});

describe('dates that passed', () => {
  it('after downtime or a pause the latest one is charged, the others are missed', async () => {
    const account = await desk.lender.ledgerAccount();
    const schedule = await desk.schedule(account, { frequency_unit: 'week' });
    const first = desk.today;
    await desk.workOff();
    await desk.change(schedule, { status: 'paused' });
    await desk.passDays(25);
    expect(await desk.story(schedule)).toHaveLength(1);
    await desk.change(schedule, { status: 'active' });
    await desk.workOff();
    const weekly = [0, 7, 14, 21].map((days) => addDays(first, days));
    expect(await desk.story(schedule)).toEqual([
      `${weekly[0]} posted 10000`,
      `${weekly[1]} missed`,
      `${weekly[2]} missed`,
      `${weekly[3]} posted 10000`,
    ]);
    await desk.change(schedule, { status: 'cancelled' });
  });
});

describe('the amount', () => {
  it('is capped at the payoff, and the schedule of a loan that is paid in full expires', async () => {
    const account = await desk.lender.ledgerAccount(7_500);
    const schedule = await desk.schedule(account);
    await desk.workOff();
    expect(await desk.story(schedule)).toEqual([`${desk.today} posted 7500`]);
    expect([await desk.statusOf(schedule), await balanceOf(account)]).toEqual(['expired', 0]);
  });

  it('the same at an external loan system', async () => {
    const schedule = await desk.schedule(await desk.lender.sandboxAccount('SBX-POSTS', 7_500));
    await desk.workOff();
    expect([await desk.story(schedule), await desk.statusOf(schedule)]).toEqual([
      [`${desk.today} posted 7500`],
      'expired',
    ]);
  });

  it.each([
    ['the ledger', () => desk.lender.ledgerAccount(15_000)],
    ['an external loan system', () => desk.lender.sandboxAccount('SBX-POSTS', 15_000)],
  ])('of two schedules at once is together at most the payoff: %s', async (_, open) => {
    const account = await open();
    const schedules = [await desk.schedule(account), await desk.schedule(account)];
    await desk.runner.runDue();
    const amounts = (await Promise.all(schedules.map((id) => desk.runsOf(id)))).flat().map((run) => run.amount_cents);
    expect(amounts.map(Number).sort()).toEqual([10_000, 5_000]);
    await desk.workOff();
    const stories = (await Promise.all(schedules.map((id) => desk.runsOf(id)))).flat().map(({ status }) => status);
    expect(stories).toEqual(['posted', 'posted']);
    for (const schedule of schedules) await desk.change(schedule, { status: 'cancelled' });
  });

  it.each([
    ['the ledger', () => desk.lender.ledgerAccount(15_000)],
    ['an external loan system', () => desk.lender.sandboxAccount('SBX-POSTS', 15_000)],
  ])('is reserved before a payment recorded at the same time: %s', async (_, open) => {
    const account = await open();
    const schedule = await desk.schedule(account);
    const api = await desk.lender.api();
    await desk.runner.runDue();
    const tooMuch = await api.record(account, { amount_cents: 5_001 });
    expect([tooMuch.status, tooMuch.json.detail.error_code]).toEqual([422, 'amount_exceeds_payoff']);
    expect((await api.record(account, { amount_cents: 5_000 })).status).toBe(201);
    await desk.workOff();
    expect(await desk.story(schedule)).toEqual([`${desk.today} posted 10000`]);
    await desk.change(schedule, { status: 'cancelled' });
  });

  it('is zero for a paid-off loan: no run, and the schedule expires', async () => {
    const account = await desk.lender.sandboxAccount('SBX-POSTS', 0);
    const schedule = await desk.schedule(account);
    await desk.workOff();
    expect([await desk.story(schedule), await desk.statusOf(schedule)]).toEqual([[], 'expired']);
  });

  it('is not charged on an account that takes no payments', async () => {
    const schedule = await desk.schedule(await desk.lender.sandboxAccount('SBX-NOT-PAYABLE'));
    await desk.workOff();
    expect(await desk.story(schedule)).toEqual([`${desk.today} retrying account_not_payable`]);
    expect((await desk.runsOf(schedule))[0]?.attempts).toEqual([]);
    await desk.change(schedule, { status: 'cancelled' });
  });
});

describe('the end', () => {
  it('a schedule whose end date passed while no worker ran charges nothing after it: its dates are missed, and it expires', async () => {
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), { frequency_unit: 'week' });
    const first = desk.today;
    await desk.workOff();
    await desk.change(schedule, { end_date: addDays(first, 16) });
    await desk.passDays(25);
    expect(await desk.story(schedule)).toEqual([
      `${first} posted 10000`,
      `${addDays(first, 7)} missed`,
      `${addDays(first, 14)} missed`,
    ]);
    expect(await desk.statusOf(schedule)).toBe('expired');
  });

  it('a paused schedule whose end date passes expires', async () => {
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), { frequency_unit: 'week' });
    await desk.workOff();
    await desk.change(schedule, { end_date: addDays(desk.today, 10), status: 'paused' });
    await desk.passDays(12);
    expect(await desk.statusOf(schedule)).toBe('expired');
    expect(await desk.story(schedule)).toHaveLength(1);
  });

  it('a schedule whose next date would be after its end date expires when its last run is done', async () => {
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), { end_date: '2099-01-01' });
    await desk.change(schedule, { end_date: desk.today });
    await desk.workOff();
    expect([await desk.story(schedule), await desk.statusOf(schedule)]).toEqual([
      [`${desk.today} posted 10000`],
      'expired',
    ]);
  });

  it('but not while its last run is retried', async () => {
    const method = await desk.card('pm_card_chargeDeclined');
    const fields = { payment_method_id: method, end_date: desk.today };
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), fields);
    await desk.workOff();
    expect(await desk.statusOf(schedule)).toBe('active');
    await desk.change(schedule, { payment_method_id: await desk.lender.paymentMethod() });
    await desk.passDays(1);
    expect([(await desk.runsOf(schedule))[0]?.status, await desk.statusOf(schedule)]).toEqual(['posted', 'expired']);
  });
});

describe('unknown outcomes', () => {
  it.each([
    ['a charge that was made', 'pm_sandbox_unconfirmed_charged', 'posted', ['charged']],
    ['a charge that was lost, five times', 'pm_sandbox_unconfirmed_lost', 'failed', Array(5).fill('not_charged')],
  ])('%s', async (_, token, status, attempts) => {
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), {
      payment_method_id: await desk.card(token),
    });
    await desk.workOff();
    const [run] = await desk.runsOf(schedule);
    expect([run?.status, run?.attempts]).toEqual([status, attempts]);
    await desk.change(schedule, { status: 'cancelled' });
  });

  it('an unreachable processor is tried under the same reference until the next date', async () => {
    const method = await desk.card('pm_sandbox_unreachable');
    const fields = { payment_method_id: method, frequency_unit: 'week' };
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), fields);
    const due = desk.today;
    await desk.workOff();
    const [run] = await desk.runsOf(schedule);
    expect([run?.status, run?.attempts]).toEqual(['charging', ['charging']]);
    await desk.change(schedule, { payment_method_id: await desk.lender.paymentMethod() });
    await desk.passDays(7);
    expect(await desk.story(schedule)).toEqual([
      `${due} failed 10000 processor_unavailable`,
      `${desk.today} posted 10000`,
    ]);
    await desk.change(schedule, { status: 'cancelled' });
  });

  it('a schedule changed before anything was charged: the next attempt uses its new values', async () => {
    const method = await desk.card('pm_sandbox_unreachable');
    const schedule = await desk.schedule(await desk.lender.ledgerAccount(), { payment_method_id: method });
    await desk.workOff();
    await desk.change(schedule, { payment_method_id: await desk.lender.paymentMethod(), amount_cents: 4_000 });
    await desk.workOff();
    const [run] = await desk.runsOf(schedule);
    expect([run?.attempts, await desk.story(schedule)]).toEqual([
      ['not_charged', 'charged'],
      [`${desk.today} posted 4000`],
    ]);
    await desk.change(schedule, { status: 'cancelled' });
  });

  it.each([
    ['SBX-UNCONFIRMED-POSTS', 'posted', null],
    ['SBX-UNCONFIRMED-LOST', 'refunded', 'posting_unconfirmed'],
    ['SBX-REFUSES', 'refunded', 'account_restricted'],
    ['SBX-HANGS', 'posted', null],
  ] as const)('a posting on %s: %s', async (scenario, status, failureCode) => {
    const schedule = await desk.schedule(await desk.lender.sandboxAccount(scenario));
    await desk.workOff();
    const [run] = await desk.runsOf(schedule);
    expect([run?.status, run?.failure_code]).toEqual([status, failureCode]);
    await desk.change(schedule, { status: 'cancelled' });
  });

  it('a loan system unreachable for a day after the charge: the charge is refunded', async () => {
    const schedule = await desk.schedule(await desk.lender.sandboxAccount('SBX-UNAVAILABLE'));
    await desk.workOff();
    expect((await desk.runsOf(schedule))[0]?.status).toBe('charged');
    await desk.pool.query(
      `update autopay_attempt set created_at = created_at - interval '25 hours'
        where run_id in (select id from autopay_run where schedule_id = $1)`,
      [schedule],
    );
    await desk.workOff();
    const [run] = await desk.runsOf(schedule);
    expect([run?.status, run?.failure_code]).toEqual(['refunded', 'loan_system_unavailable']);
    await desk.change(schedule, { status: 'cancelled' });
  });

  it('a loan system unreachable after the charge: the run stays charged, and is posted when it answers', async () => {
    const account = await desk.lender.sandboxAccount('SBX-UNAVAILABLE');
    const schedule = await desk.schedule(account);
    await desk.workOff();
    expect((await desk.runsOf(schedule))[0]?.status).toBe('charged');
    await desk.pool.query("update sandbox_loan set scenario = 'SBX-POSTS' where id = $1", [account]);
    await desk.workOff();
    expect((await desk.runsOf(schedule))[0]?.status).toBe('posted');
    await desk.change(schedule, { status: 'cancelled' });
  });
});

it('after all this, every run agrees with the books of the processor and the loan systems', async () => {
  expect(await desk.broken()).toEqual([]);
  expect(await desk.exceptions()).toEqual([]);
});
