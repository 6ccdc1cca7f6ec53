import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScenarioCode } from '../../connectors/loan-systems/sandbox/scenarios.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { KillableWorker, Killed } from '../support/killable-worker.js';

let harness: AutopayHarness;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05');
});
afterAll(() => harness.close());

/** Lets a worker work until it dies or has nothing left to do. */
async function workUntilDeath(worker: KillableWorker): Promise<void> {
  await harness.workOff(worker).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
}

interface Case {
  readonly name: string;
  readonly account: ScenarioCode | 'ledger';
  readonly token: string;
  /**
   * How the run ends; if the process died before it sent a posting, the posting is certainly absent, and the charge
   * is refunded.
   */
  readonly ends: readonly string[];
}

const PAYS = 'pm_card_visa';
const CASES: readonly Case[] = [
  { name: 'posted on the ledger', account: 'ledger', token: PAYS, ends: ['posted'] },
  { name: 'posted outside', account: 'SBX-POSTS', token: PAYS, ends: ['posted', 'refunded'] },
  { name: 'unconfirmed charge', account: 'ledger', token: 'pm_sandbox_unconfirmed_charged', ends: ['posted'] },
  { name: 'unconfirmed posting', account: 'SBX-UNCONFIRMED-POSTS', token: PAYS, ends: ['posted', 'refunded'] },
  { name: 'lost posting', account: 'SBX-UNCONFIRMED-LOST', token: PAYS, ends: ['refunded'] },
  { name: 'refused posting', account: 'SBX-REFUSES', token: PAYS, ends: ['refunded'] },
  { name: 'lost charge', account: 'ledger', token: 'pm_sandbox_unconfirmed_lost', ends: ['failed'] },
  { name: 'hard decline', account: 'ledger', token: 'pm_card_chargeDeclinedStolenCard', ends: ['failed'] },
];

describe('a worker killed at every moment of a run', () => {
  it.each(CASES)(
    '$name: ends as it would without the kill, with one charge at most',
    async ({ account, token, ends }) => {
      const endings: string[] = [];
      for (let at = 1; ; at += 1) {
        const accountId = await (account === 'ledger'
          ? harness.lender.ledgerAccount()
          : harness.lender.sandboxAccount(account));
        const schedule = await harness.schedule(accountId, { payment_method_id: await harness.card(token) });
        const worker = new KillableWorker(harness.pool, harness.parts, at);
        await workUntilDeath(worker);
        await harness.workOff();
        const runs = await harness.runsOf(schedule);
        expect(runs, `killed at moment ${at}`).toHaveLength(1);
        endings.push(...runs.map(({ status }) => status));
        if (!worker.isDead) break;
      }
      expect(endings.length).toBeGreaterThan(10);
      expect([...new Set(endings)].sort()).toEqual([...ends].sort());
      expect(
        endings.filter((ending) => ending !== ends[0]).length,
        'only when killed just before it sends',
      ).toBeLessThan(3);
      expect(await harness.broken()).toEqual([]);
      expect(await harness.exceptions()).toEqual([]);
    },
    120_000,
  );

  it('in the middle of a set: each borrower is charged once, and every run is posted', async () => {
    for (let at = 1; ; at += 1) {
      const set = [];
      for (let n = 0; n < 4; n += 1) set.push(await harness.schedule(await harness.lender.ledgerAccount()));
      const worker = new KillableWorker(harness.pool, harness.parts, at);
      await workUntilDeath(worker);
      await harness.workOff();
      const runs = (await Promise.all(set.map((schedule) => harness.runsOf(schedule)))).flat();
      expect([at, runs.map(({ status }) => status)]).toEqual([at, set.map(() => 'posted')]);
      if (worker.isDead) continue;
      expect(at, 'each charge and each posting is a moment of its own').toBeGreaterThan(4 * 3);
      break;
    }
    expect(await harness.broken()).toEqual([]);
    expect(await harness.exceptions()).toEqual([]);
  }, 120_000);

  it('between two tries: a decline, then a charge', async () => {
    for (let at = 1; ; at += 1) {
      const declined = await harness.card('pm_card_chargeDeclined');
      const schedule = await harness.schedule(await harness.lender.ledgerAccount(), { payment_method_id: declined });
      await harness.workOff();
      await harness.change(schedule, { payment_method_id: await harness.lender.paymentMethod() });
      await harness.pool.query('update autopay_run set next_try_on = $1 where schedule_id = $2', [
        harness.today,
        schedule,
      ]);
      const worker = new KillableWorker(harness.pool, harness.parts, at);
      await workUntilDeath(worker);
      await harness.workOff();
      const [run] = await harness.runsOf(schedule);
      // An attempt whose sender died before it sent is closed as not charged; then another one is made.
      const attempts = run?.attempts.filter((attempt) => attempt !== 'not_charged');
      expect([at, run?.status, attempts]).toEqual([at, 'posted', ['declined', 'charged']]);
      if (!worker.isDead) break;
    }
    expect(await harness.broken()).toEqual([]);
  }, 120_000);
});

describe('many workers at once, dying at random moments', () => {
  it.each([1, 2, 3])(
    'round %d: every run ends once',
    async (seed) => {
      const random = numbers(seed);
      const schedules: string[] = [];
      for (const { account, token } of CASES.flatMap((each) => [each, each])) {
        const accountId = await (account === 'ledger'
          ? harness.lender.ledgerAccount()
          : harness.lender.sandboxAccount(account));
        schedules.push(await harness.schedule(accountId, { payment_method_id: await harness.card(token) }));
      }
      const working = Array.from({ length: 4 }, async () => {
        for (let life = 0; life < 6; life += 1) {
          await workUntilDeath(new KillableWorker(harness.pool, harness.parts, 5 + (random() % 150)));
        }
      });
      await Promise.all(working);
      await harness.workOff();
      const ended = await Promise.all(schedules.map((schedule) => harness.runsOf(schedule)));
      const expected = CASES.flatMap(({ ends }) => [ends, ends]);
      expect(ended.map((runs) => runs.length)).toEqual(expected.map(() => 1));
      expect(ended.flat().map(({ status }, n) => (expected[n]?.includes(status) ? 'as expected' : status))).toEqual(
        expected.map(() => 'as expected'),
      );
      expect(await harness.broken()).toEqual([]);
      expect(await harness.exceptions()).toEqual([]);
    },
    120_000,
  );
});

/** Pseudo-random whole numbers, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed * 7_919;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state >> 8;
  };
}
