import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../core/time/clock.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import { DisputeHarness } from '../support/dispute-harness.js';
import { TieOutHarness } from '../support/tie-out-harness.js';

let desk: DisputeHarness;
let bench: TieOutHarness;

beforeAll(async () => {
  desk = await DisputeHarness.open();
  const day = businessDayOf(systemClock.now());
  desk.autopay.moveTo(day);
  bench = new TieOutHarness(desk.autopay.house, desk.autopay.pool, desk.autopay.lender.organizationId, day);
});
afterAll(() => desk.close());

it('disputes that are open, lost, won, and won then lost, and a full refund in the dashboard: no false differences', async () => {
  for (const scenario of ['SBX-POSTS', 'ledger'] as const) {
    const lost = await desk.charged(scenario);
    const lostDispute = desk.returns.dispute(lost.charge);
    await desk.deliverEvent('charge.dispute.created', lostDispute);
    lostDispute.status = 'lost';
    await desk.deliverEvent('charge.dispute.closed', lostDispute);
    expect(await desk.runAndPostings(lost)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });

    const won = await desk.charged(scenario);
    const wonDispute = desk.returns.dispute(won.charge);
    await desk.deliverEvent('charge.dispute.created', wonDispute);
    desk.returns.win(wonDispute);
    await desk.deliverEvent('charge.dispute.closed', wonDispute);
    expect(await desk.runAndPostings(won)).toEqual({ status: 'posted', books: ['+10000', '-10000', '+10000'] });

    const lostAfterAll = await desk.charged(scenario);
    const dispute = desk.returns.dispute(lostAfterAll.charge);
    await desk.deliverEvent('charge.dispute.created', dispute);
    const withdrawn = dispute.balance_transactions;
    desk.returns.win(dispute);
    await desk.deliverEvent('charge.dispute.closed', dispute);
    Object.assign(dispute, { status: 'lost', balance_transactions: withdrawn });
    await desk.deliverEvent('charge.dispute.updated', dispute);

    const refunded = await desk.charged(scenario);
    desk.returns.refund(refunded.charge);
    await desk.deliverEvent('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: refunded.charge });
    expect(await desk.runAndPostings(refunded)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
  }
  await bench.compare();
  expect(await bench.open()).toEqual([]);
  expect(await bench.completeness('processor:stripe')).toEqual([`${bench.day} complete`]);
  bench.nextDay();
  await bench.compare();
  expect(await bench.open()).toEqual([]);
}, 120_000);
