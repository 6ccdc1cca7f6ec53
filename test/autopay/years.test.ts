import { expect, it } from 'vitest';
import { addDays } from '../../core/time/dates.js';
import { AutopayHarness } from '../support/autopay-harness.js';

const DAYS = 730;

it('two years of weekly and monthly schedules, with declines, pauses and downtime: every date has one outcome', async () => {
  const desk = await AutopayHarness.open('2026-01-05');
  try {
    const weekly = { frequency_unit: 'week', amount_cents: 2_500 };
    const monthly = { amount_cents: 30_000, start_date: '2026-01-31', next_run_date: '2026-01-31' };
    const steady = [];
    for (const open of [() => desk.lender.ledgerAccount(3_000_000), () => desk.lender.sandboxAccount('SBX-POSTS')]) {
      const account = await open();
      steady.push(await desk.schedule(account, weekly), await desk.schedule(account, monthly));
    }
    const short = await desk.schedule(await desk.lender.ledgerAccount(100_000), { amount_cents: 10_000 });
    const ended = await desk.schedule(await desk.lender.ledgerAccount(), { ...monthly, end_date: '2026-12-31' });
    const unsteady = await desk.schedule(await desk.lender.ledgerAccount(3_000_000), weekly);
    const refusing = await desk.schedule(await desk.lender.sandboxAccount('SBX-REFUSES'), { frequency_interval: 3 });
    const [good, bad] = [await desk.lender.paymentMethod(), await desk.card('pm_card_chargeDeclined')];
    await desk.workOff();
    let now = { card: '', status: '' };
    for (let day = 1; day <= DAYS; day += 1) {
      const card = day % 20 < 8 ? bad : good;
      const status = day % 100 > 70 ? 'paused' : 'active';
      if (card !== now.card || status !== now.status) await desk.change(unsteady, { payment_method_id: card, status });
      now = { card, status };
      const isDown = day % 90 > 80;
      await desk.passDays(isDown ? 0 : 1);
      if (isDown) desk.moveTo(addDays(desk.today, 1));
    }
    await desk.change(unsteady, { payment_method_id: good, status: 'active' });
    await desk.passDays(8);

    expect(await desk.broken()).toEqual([]);
    expect(await desk.exceptions()).toEqual([]);
    const statuses = async (schedule: string) => new Set((await desk.runsOf(schedule)).map(({ status }) => status));
    for (const schedule of steady) {
      const runs = await desk.runsOf(schedule);
      expect(new Set(runs.map(({ due_on }) => due_on)).size).toBe(runs.length);
    }
    const counts = await Promise.all(steady.map(async (schedule) => (await desk.runsOf(schedule)).length));
    expect(counts).toEqual([106, 24, 106, 24]);
    expect([await desk.statusOf(short), await desk.statusOf(ended)]).toEqual(['expired', 'expired']);
    expect((await desk.runsOf(ended)).map(({ due_on }) => due_on)).toEqual(
      ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31'].map(
        (day) => `2026-${day}`,
      ),
    );
    expect(await statuses(unsteady)).toEqual(new Set(['posted', 'failed', 'missed']));
    expect(await statuses(refusing)).toEqual(new Set(['refunded']));
    const trial = await desk.pool.query('select sum(amount_cents)::int as sum from ledger_line');
    expect(trial.rows).toEqual([{ sum: 0 }]);
  } finally {
    await desk.close();
  }
}, 120_000);
