import { expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { AutopayHarness } from '../support/autopay-harness.js';

const DAYS = 730;

it('two years of weekly and monthly schedules, with declines, pauses and downtime: every date has one outcome', async () => {
  const harness = await AutopayHarness.open('2026-01-05');
  try {
    const weekly = { frequency_unit: 'week', amount_cents: 2_500 };
    const monthly = { amount_cents: 30_000, start_date: '2026-01-31', next_run_date: '2026-01-31' };
    const steady = [];
    for (const open of [
      () => harness.lender.ledgerAccount(3_000_000),
      () => harness.lender.sandboxAccount('SBX-POSTS'),
    ]) {
      const account = await open();
      steady.push(await harness.schedule(account, weekly), await harness.schedule(account, monthly));
    }
    const short = await harness.schedule(await harness.lender.ledgerAccount(100_000), { amount_cents: 10_000 });
    const ended = await harness.schedule(await harness.lender.ledgerAccount(), { ...monthly, end_date: '2026-12-31' });
    const unsteady = await harness.schedule(await harness.lender.ledgerAccount(3_000_000), weekly);
    const refusing = await harness.schedule(await harness.lender.sandboxAccount('SBX-REFUSES'), {
      frequency_interval: 3,
    });
    const [good, bad] = [await harness.lender.paymentMethod(), await harness.card('pm_card_chargeDeclined')];
    await harness.workOff();
    let now = { card: '', status: '' };
    for (let day = 1; day <= DAYS; day += 1) {
      const card = day % 20 < 8 ? bad : good;
      const status = day % 100 > 70 ? 'paused' : 'active';
      if (card !== now.card || status !== now.status)
        await harness.change(unsteady, { payment_method_id: card, status });
      now = { card, status };
      const isDown = day % 90 > 80;
      await harness.passDays(isDown ? 0 : 1);
      if (isDown) harness.moveTo(addDays(harness.today, 1));
    }
    await harness.change(unsteady, { payment_method_id: good, status: 'active' });
    await harness.passDays(8);

    expect(await harness.broken()).toEqual([]);
    expect(await harness.exceptions()).toEqual([]);
    const statuses = async (schedule: string) => new Set((await harness.runsOf(schedule)).map(({ status }) => status));
    for (const schedule of steady) {
      const runs = await harness.runsOf(schedule);
      expect(new Set(runs.map(({ due_on }) => due_on)).size).toBe(runs.length);
    }
    const counts = await Promise.all(steady.map(async (schedule) => (await harness.runsOf(schedule)).length));
    expect(counts).toEqual([106, 24, 106, 24]);
    expect([await harness.statusOf(short), await harness.statusOf(ended)]).toEqual(['expired', 'expired']);
    expect((await harness.runsOf(ended)).map(({ due_on }) => due_on)).toEqual(
      ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31'].map(
        (day) => `2026-${day}`,
      ),
    );
    expect(await statuses(unsteady)).toEqual(new Set(['posted', 'failed', 'missed']));
    expect(await statuses(refusing)).toEqual(new Set(['refunded']));
    const trial = await harness.pool.query('select sum(amount_cents)::int as sum from ledger_line');
    expect(trial.rows).toEqual([{ sum: 0 }]);
  } finally {
    await harness.close();
  }
}, 120_000);
