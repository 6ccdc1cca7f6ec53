import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../core/time/clock.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import { DisputeDesk } from '../support/dispute-desk.js';
import { TieOutBench } from '../support/tie-out-bench.js';

let desk: DisputeDesk;
let bench: TieOutBench;

beforeAll(async () => {
  desk = await DisputeDesk.open();
  const day = businessDayOf(systemClock.now());
  desk.desk.moveTo(day);
  bench = new TieOutBench(desk.desk.house, desk.desk.pool, desk.desk.lender.organizationId, day);
});
afterAll(() => desk.close());

it('disputes that are open, lost, won, and won then lost, and a full refund in the dashboard: no false differences', async () => {
  for (const scenario of ['SBX-POSTS', 'ledger'] as const) {
    const lost = await desk.charged(scenario);
    const lostDispute = desk.returns.dispute(lost.charge);
    await desk.told('charge.dispute.created', lostDispute);
    lostDispute.status = 'lost';
    await desk.told('charge.dispute.closed', lostDispute);
    expect(await desk.story(lost)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });

    const won = await desk.charged(scenario);
    const wonDispute = desk.returns.dispute(won.charge);
    await desk.told('charge.dispute.created', wonDispute);
    desk.returns.win(wonDispute);
    await desk.told('charge.dispute.closed', wonDispute);
    expect(await desk.story(won)).toEqual({ status: 'posted', books: ['+10000', '-10000', '+10000'] });

    const lostAfterAll = await desk.charged(scenario);
    const dispute = desk.returns.dispute(lostAfterAll.charge);
    await desk.told('charge.dispute.created', dispute);
    const withdrawn = dispute.balance_transactions;
    desk.returns.win(dispute);
    await desk.told('charge.dispute.closed', dispute);
    Object.assign(dispute, { status: 'lost', balance_transactions: withdrawn });
    await desk.told('charge.dispute.updated', dispute);

    const refunded = await desk.charged(scenario);
    desk.returns.refund(refunded.charge);
    await desk.told('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: refunded.charge });
    expect(await desk.story(refunded)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
  }
  await bench.look();
  expect(await bench.open()).toEqual([]);
  expect(await bench.told('processor:stripe')).toEqual([`${bench.day} complete`]);
  bench.nextDay();
  await bench.look();
  expect(await bench.open()).toEqual([]);
}, 120_000);
