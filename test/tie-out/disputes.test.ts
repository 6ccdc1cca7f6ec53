import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../core/time/clock.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import { DisputeHarness } from '../support/dispute-harness.js';
import { TieOutHarness } from '../support/tie-out-harness.js';

let harness: DisputeHarness;
let bench: TieOutHarness;

beforeAll(async () => {
  harness = await DisputeHarness.open();
  const day = businessDayOf(systemClock.now());
  harness.autopay.moveTo(day);
  bench = new TieOutHarness(harness.autopay.instance, harness.autopay.pool, harness.autopay.lender.organizationId, day);
});
afterAll(() => harness.close());

it('disputes that are open, lost, won, and won then lost, and a full refund in the dashboard: no false differences', async () => {
  for (const scenario of ['SBX-POSTS', 'ledger'] as const) {
    const lost = await harness.charged(scenario);
    const lostDispute = harness.returns.dispute(lost.charge);
    await harness.deliverEvent('charge.dispute.created', lostDispute);
    lostDispute.status = 'lost';
    await harness.deliverEvent('charge.dispute.closed', lostDispute);
    expect(await harness.runAndPostings(lost)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });

    const won = await harness.charged(scenario);
    const wonDispute = harness.returns.dispute(won.charge);
    await harness.deliverEvent('charge.dispute.created', wonDispute);
    harness.returns.win(wonDispute);
    await harness.deliverEvent('charge.dispute.closed', wonDispute);
    expect(await harness.runAndPostings(won)).toEqual({ status: 'posted', books: ['+10000', '-10000', '+10000'] });

    const lostAfterAll = await harness.charged(scenario);
    const dispute = harness.returns.dispute(lostAfterAll.charge);
    await harness.deliverEvent('charge.dispute.created', dispute);
    const withdrawn = dispute.balance_transactions;
    harness.returns.win(dispute);
    await harness.deliverEvent('charge.dispute.closed', dispute);
    Object.assign(dispute, { status: 'lost', balance_transactions: withdrawn });
    await harness.deliverEvent('charge.dispute.updated', dispute);

    const refunded = await harness.charged(scenario);
    harness.returns.refund(refunded.charge);
    await harness.deliverEvent('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: refunded.charge });
    expect(await harness.runAndPostings(refunded)).toEqual({ status: 'reversed', books: ['+10000', '-10000'] });
  }
  await bench.compare();
  expect(await bench.open()).toEqual([]);
  expect(await bench.completeness('processor:stripe')).toEqual([`${bench.day} complete`]);
  bench.nextDay();
  await bench.compare();
  expect(await bench.open()).toEqual([]);
}, 120_000);
