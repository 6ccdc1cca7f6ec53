import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { AutopayHarness } from '../support/autopay-harness.js';

let harness: AutopayHarness;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());

const balanceOf = async (account: string) =>
  (await harness.pool.query('select current_balance_cents from account where id = $1', [account])).rows[0]
    .current_balance_cents;

describe('a date of a schedule', () => {
  it.each([
    ['the ledger', () => harness.lender.ledgerAccount(1_000_000)],
    ['an external loan system', () => harness.lender.sandboxAccount('SBX-POSTS', 1_000_000)],
  ])('is charged once and appears as an ordinary payment: %s', async (_, account) => {
    const accountId = await account();
    const schedule = await harness.schedule(accountId);
    await harness.workOff();
    await harness.workOff();
    expect(await harness.story(schedule)).toEqual([`${harness.today} posted 10000`]);
    const { rows } = await harness.pool.query(
      "select t.type, t.amount_cents, t.status from transaction t where t.account_id = $1 and t.type = 'payment'",
      [accountId],
    );
    expect(rows).toEqual([{ type: 'payment', amount_cents: 10_000, status: 'posted' }]);
    expect(await balanceOf(accountId)).toBe(990_000);
    const found = await harness.pool.query('select next_run_date from autopay_schedule where id = $1', [schedule]);
    expect(found.rows).toEqual([{ next_run_date: '2026-02-05' }]);
  });

  it('a date in the future is not run', async () => {
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { next_run_date: '2026-01-06' });
    await harness.workOff();
    expect(await harness.story(schedule)).toEqual([]);
    await harness.change(schedule, { status: 'cancelled' });
  });

  it('racing workers make one run and one charge', async () => {
    const schedules = await Promise.all(
      Array.from({ length: 8 }, async () => harness.schedule(await harness.lender.ledgerAccount())),
    );
    const ids = (
      await Promise.all(Array.from({ length: 4 }, () => harness.runner.createDueRuns(harness.lender.organizationId)))
    ).flat();
    await Promise.all([...ids, ...ids, ...ids].map((id) => harness.runner.work(id)));
    await harness.workOff();
    for (const schedule of schedules) expect(await harness.story(schedule)).toEqual([`${harness.today} posted 10000`]);
    expect(await harness.broken()).toEqual([]);
  });
});

describe('a charge that is declined', () => {
  it('is tried again on days 1, 3 and 7, and then fails', async () => {
    const method = await harness.card('pm_card_chargeDeclinedInsufficientFunds');
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: method });
    const seen: (string | null | undefined)[] = [];
    for (const days of [0, 1, 1, 1, 4, 1]) {
      await harness.passDays(days);
      const [run] = await harness.runsOf(schedule);
      seen.push(`${run?.attempts.length} ${run?.next_try_on ?? run?.status}`);
    }
    expect(seen).toEqual(['1 2026-01-06', '2 2026-01-08', '2 2026-01-08', '3 2026-01-12', '4 failed', '4 failed']);
    const [run] = await harness.runsOf(schedule);
    expect([run?.failure_code, run?.attempts]).toEqual(['insufficient_funds', Array(4).fill('declined')]);
  });

  it('succeeds on a later day, with the method that the schedule has then', async () => {
    const method = await harness.card('pm_card_chargeDeclined');
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: method });
    const due = harness.today;
    await harness.workOff();
    expect(await harness.story(schedule)).toEqual([`${due} retrying 10000 generic_decline`]);
    await harness.change(schedule, { payment_method_id: await harness.lender.paymentMethod() });
    await harness.passDays(1);
    expect(await harness.story(schedule)).toEqual([`${due} posted 10000`]);
    expect((await harness.runsOf(schedule))[0]?.attempts).toEqual(['declined', 'charged']);
  });

  it('permanently is not tried again', async () => {
    const method = await harness.card('pm_card_chargeDeclinedStolenCard');
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: method });
    const due = harness.today;
    await harness.workOff();
    expect(await harness.story(schedule)).toEqual([`${due} failed 10000 stolen_card`]);
  });

  it('gives way to the next date of the schedule', async () => {
    const method = await harness.card('pm_card_chargeDeclined');
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), {
      payment_method_id: method,
      frequency_unit: 'day',
      frequency_interval: 2,
    });
    const due = harness.today;
    await harness.workOff();
    await harness.change(schedule, { payment_method_id: await harness.lender.paymentMethod() });
    await harness.passDays(2);
    expect(await harness.story(schedule)).toEqual([
      `${due} failed 10000 generic_decline`,
      `${harness.today} posted 10000`,
    ]);
    await harness.change(schedule, { status: 'cancelled' });
  });

  it.each(['paused', 'cancelled'])('is not tried again when the schedule is %s', async (status) => {
    const method = await harness.card('pm_card_chargeDeclined');
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: method });
    const due = harness.today;
    await harness.workOff();
    await harness.change(schedule, { status });
    await harness.passDays(1);
    expect(await harness.story(schedule)).toEqual([`${due} failed 10000 schedule_${status}`]);
  });
});

describe('dates that passed', () => {
  it('after downtime or a pause the latest one is charged, the others are missed', async () => {
    const account = await harness.lender.ledgerAccount();
    const schedule = await harness.schedule(account, { frequency_unit: 'week' });
    const first = harness.today;
    await harness.workOff();
    await harness.change(schedule, { status: 'paused' });
    await harness.passDays(25);
    expect(await harness.story(schedule)).toHaveLength(1);
    await harness.change(schedule, { status: 'active' });
    await harness.workOff();
    const weekly = [0, 7, 14, 21].map((days) => addDays(first, days));
    expect(await harness.story(schedule)).toEqual([
      `${weekly[0]} posted 10000`,
      `${weekly[1]} missed`,
      `${weekly[2]} missed`,
      `${weekly[3]} posted 10000`,
    ]);
    await harness.change(schedule, { status: 'cancelled' });
  });
});

describe('the amount', () => {
  it('is capped at the payoff, and the schedule of a loan that is paid in full expires', async () => {
    const account = await harness.lender.ledgerAccount(7_500);
    const schedule = await harness.schedule(account);
    await harness.workOff();
    expect(await harness.story(schedule)).toEqual([`${harness.today} posted 7500`]);
    expect([await harness.statusOf(schedule), await balanceOf(account)]).toEqual(['expired', 0]);
  });

  it('the same at an external loan system', async () => {
    const schedule = await harness.schedule(await harness.lender.sandboxAccount('SBX-POSTS', 7_500));
    await harness.workOff();
    expect([await harness.story(schedule), await harness.statusOf(schedule)]).toEqual([
      [`${harness.today} posted 7500`],
      'expired',
    ]);
  });

  it.each([
    ['the ledger', () => harness.lender.ledgerAccount(15_000)],
    ['an external loan system', () => harness.lender.sandboxAccount('SBX-POSTS', 15_000)],
  ])('of two schedules at once is together at most the payoff: %s', async (_, open) => {
    const account = await open();
    const schedules = [await harness.schedule(account), await harness.schedule(account)];
    await harness.runner.createDueRuns(harness.lender.organizationId);
    const amounts = (await Promise.all(schedules.map((id) => harness.runsOf(id))))
      .flat()
      .map((run) => run.amount_cents);
    expect(amounts.map(Number).sort()).toEqual([10_000, 5_000]);
    await harness.workOff();
    const stories = (await Promise.all(schedules.map((id) => harness.runsOf(id)))).flat().map(({ status }) => status);
    expect(stories).toEqual(['posted', 'posted']);
    for (const schedule of schedules) await harness.change(schedule, { status: 'cancelled' });
  });

  it.each([
    ['the ledger', () => harness.lender.ledgerAccount(15_000)],
    ['an external loan system', () => harness.lender.sandboxAccount('SBX-POSTS', 15_000)],
  ])('is reserved before a payment recorded at the same time: %s', async (_, open) => {
    const account = await open();
    const schedule = await harness.schedule(account);
    const api = await harness.lender.api();
    await harness.runner.createDueRuns(harness.lender.organizationId);
    const tooMuch = await api.record(account, { amount_cents: 5_001 });
    expect([tooMuch.status, tooMuch.json.detail.error_code]).toEqual([422, 'amount_exceeds_payoff']);
    expect((await api.record(account, { amount_cents: 5_000 })).status).toBe(201);
    await harness.workOff();
    expect(await harness.story(schedule)).toEqual([`${harness.today} posted 10000`]);
    await harness.change(schedule, { status: 'cancelled' });
  });

  it('is zero for a paid-off loan: no run, and the schedule expires', async () => {
    const account = await harness.lender.sandboxAccount('SBX-POSTS', 0);
    const schedule = await harness.schedule(account);
    await harness.workOff();
    expect([await harness.story(schedule), await harness.statusOf(schedule)]).toEqual([[], 'expired']);
  });

  it('is not charged on an account that takes no payments', async () => {
    const schedule = await harness.schedule(await harness.lender.sandboxAccount('SBX-NOT-PAYABLE'));
    await harness.workOff();
    expect(await harness.story(schedule)).toEqual([`${harness.today} retrying account_not_payable`]);
    expect((await harness.runsOf(schedule))[0]?.attempts).toEqual([]);
    await harness.change(schedule, { status: 'cancelled' });
  });
});

describe('the end', () => {
  it('a schedule whose end date passed while no worker ran charges nothing after it: its dates are missed, and it expires', async () => {
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { frequency_unit: 'week' });
    const first = harness.today;
    await harness.workOff();
    await harness.change(schedule, { end_date: addDays(first, 16) });
    await harness.passDays(25);
    expect(await harness.story(schedule)).toEqual([
      `${first} posted 10000`,
      `${addDays(first, 7)} missed`,
      `${addDays(first, 14)} missed`,
    ]);
    expect(await harness.statusOf(schedule)).toBe('expired');
  });

  it('a paused schedule whose end date passes expires', async () => {
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { frequency_unit: 'week' });
    await harness.workOff();
    await harness.change(schedule, { end_date: addDays(harness.today, 10), status: 'paused' });
    await harness.passDays(12);
    expect(await harness.statusOf(schedule)).toBe('expired');
    expect(await harness.story(schedule)).toHaveLength(1);
  });

  it('a schedule whose next date would be after its end date expires when its last run is done', async () => {
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { end_date: '2099-01-01' });
    await harness.change(schedule, { end_date: harness.today });
    await harness.workOff();
    expect([await harness.story(schedule), await harness.statusOf(schedule)]).toEqual([
      [`${harness.today} posted 10000`],
      'expired',
    ]);
  });

  it('but not while its last run is retried', async () => {
    const method = await harness.card('pm_card_chargeDeclined');
    const fields = { payment_method_id: method, end_date: harness.today };
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), fields);
    await harness.workOff();
    expect(await harness.statusOf(schedule)).toBe('active');
    await harness.change(schedule, { payment_method_id: await harness.lender.paymentMethod() });
    await harness.passDays(1);
    expect([(await harness.runsOf(schedule))[0]?.status, await harness.statusOf(schedule)]).toEqual([
      'posted',
      'expired',
    ]);
  });
});

describe('unknown outcomes', () => {
  it.each([
    ['a charge that was made', 'pm_sandbox_unconfirmed_charged', 'posted', ['charged']],
    ['a charge that was lost, five times', 'pm_sandbox_unconfirmed_lost', 'failed', Array(5).fill('not_charged')],
  ])('%s', async (_, token, status, attempts) => {
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), {
      payment_method_id: await harness.card(token),
    });
    await harness.workOff();
    const [run] = await harness.runsOf(schedule);
    expect([run?.status, run?.attempts]).toEqual([status, attempts]);
    await harness.change(schedule, { status: 'cancelled' });
  });

  it('an unreachable processor is tried under the same reference until the next date', async () => {
    const method = await harness.card('pm_sandbox_unreachable');
    const fields = { payment_method_id: method, frequency_unit: 'week' };
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), fields);
    const due = harness.today;
    await harness.workOff();
    const [run] = await harness.runsOf(schedule);
    expect([run?.status, run?.attempts]).toEqual(['charging', ['charging']]);
    await harness.change(schedule, { payment_method_id: await harness.lender.paymentMethod() });
    await harness.passDays(7);
    expect(await harness.story(schedule)).toEqual([
      `${due} failed 10000 processor_unavailable`,
      `${harness.today} posted 10000`,
    ]);
    await harness.change(schedule, { status: 'cancelled' });
  });

  it('a schedule changed before anything was charged: the next attempt uses its new values', async () => {
    const method = await harness.card('pm_sandbox_unreachable');
    const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: method });
    await harness.workOff();
    await harness.change(schedule, { payment_method_id: await harness.lender.paymentMethod(), amount_cents: 4_000 });
    await harness.workOff();
    const [run] = await harness.runsOf(schedule);
    expect([run?.attempts, await harness.story(schedule)]).toEqual([
      ['not_charged', 'charged'],
      [`${harness.today} posted 4000`],
    ]);
    await harness.change(schedule, { status: 'cancelled' });
  });

  it.each([
    ['SBX-UNCONFIRMED-POSTS', 'posted', null],
    ['SBX-UNCONFIRMED-LOST', 'refunded', 'posting_unconfirmed'],
    ['SBX-REFUSES', 'refunded', 'account_restricted'],
    ['SBX-HANGS', 'posted', null],
  ] as const)('a posting on %s: %s', async (scenario, status, failureCode) => {
    const schedule = await harness.schedule(await harness.lender.sandboxAccount(scenario));
    await harness.workOff();
    const [run] = await harness.runsOf(schedule);
    expect([run?.status, run?.failure_code]).toEqual([status, failureCode]);
    await harness.change(schedule, { status: 'cancelled' });
  });

  it('a loan system unreachable for a day after the charge: the charge is refunded', async () => {
    const schedule = await harness.schedule(await harness.lender.sandboxAccount('SBX-UNAVAILABLE'));
    await harness.workOff();
    expect((await harness.runsOf(schedule))[0]?.status).toBe('charged');
    await harness.pool.query(
      `update autopay_attempt set created_at = created_at - interval '25 hours'
        where run_id in (select id from autopay_run where schedule_id = $1)`,
      [schedule],
    );
    await harness.workOff();
    const [run] = await harness.runsOf(schedule);
    expect([run?.status, run?.failure_code]).toEqual(['refunded', 'loan_system_unavailable']);
    await harness.change(schedule, { status: 'cancelled' });
  });

  it('a loan system unreachable after the charge: the run stays charged, and is posted when it answers', async () => {
    const account = await harness.lender.sandboxAccount('SBX-UNAVAILABLE');
    const schedule = await harness.schedule(account);
    await harness.workOff();
    expect((await harness.runsOf(schedule))[0]?.status).toBe('charged');
    await harness.pool.query("update sandbox_loan set scenario = 'SBX-POSTS' where id = $1", [account]);
    await harness.workOff();
    expect((await harness.runsOf(schedule))[0]?.status).toBe('posted');
    await harness.change(schedule, { status: 'cancelled' });
  });
});

it('after all this, every run agrees with the books of the processor and the loan systems', async () => {
  expect(await harness.broken()).toEqual([]);
  expect(await harness.exceptions()).toEqual([]);
});
