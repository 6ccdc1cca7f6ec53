import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DisputeHarness } from '../support/dispute-harness.js';
import { KillableWorker, Killed } from '../support/killable-worker.js';

let harness: DisputeHarness;
beforeAll(async () => {
  harness = await DisputeHarness.open();
});
afterAll(() => harness.close());

describe.each(['SBX-POSTS', 'SBX-REVERSAL-UNCONFIRMED', 'ledger'] as const)(
  'a worker killed at every moment between a dispute and its records, on %s',
  (scenario) => {
    it('the posting is reversed once, and posted again once', async () => {
      for (let at = 1; ; at += 1) {
        const run = await harness.charged(scenario);
        const dispute = harness.returns.dispute(run.charge);
        const isDead = await workedUntilDeath(at, 'charge.dispute.created', dispute);
        await harness.workOff();
        expect(await harness.runAndPostings(run), `killed at moment ${at}`).toEqual({
          status: 'reversed',
          books: ['+10000', '-10000'],
        });
        harness.returns.win(dispute);
        await workedUntilDeath(at, 'charge.dispute.closed', dispute);
        await harness.workOff();
        expect(await harness.runAndPostings(run), `killed at moment ${at}`).toEqual({
          status: 'posted',
          books: ['+10000', '-10000', '+10000'],
        });
        expect(await harness.eventTypes(run)).toEqual([
          ...['autopay_run.posted', 'dispute.opened', 'autopay_run.reversed', 'dispute.won', 'autopay_run.posted'],
        ]);
        if (!isDead) break;
      }
    }, 240_000);
  },
);

async function workedUntilDeath(at: number, type: string, object: object): Promise<boolean> {
  await harness.post(harness.returns.event(type, object));
  const { pool, parts } = harness.autopay;
  const worker = new KillableWorker(pool, parts, at);
  await harness.workOff(worker.parts).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
  return worker.isDead;
}
