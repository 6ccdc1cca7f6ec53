import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.js';
import { servicingDate } from '../../core/servicing-day.js';
import { AutopayDesk } from '../support/autopay-desk.js';
import { Product } from '../support/process.js';

const WORKERS = 2;
const SCHEDULES = 120;
const KILLS = 5;
const ENDED = new Set(['posted', 'refunded', 'failed']);

let desk: AutopayDesk;
let workers: readonly Product[];

beforeAll(async () => {
  desk = await AutopayDesk.open(servicingDate(systemClock.now()), { simulatesDatabase: false });
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: desk.house.databaseUrl,
    TRIBUTARY_DATA_DIR: desk.house.resources.config.TRIBUTARY_DATA_DIR,
    RECONCILE_FIRST_DELAY_MS: '50',
    LOAN_SYSTEM_TIMEOUT_MS: '500',
    LOAN_SYSTEM_SETTLE_AFTER_MS: '300',
    CARD_PROCESSOR_TIMEOUT_MS: '500',
    CARD_PROCESSOR_SETTLE_AFTER_MS: '300',
  };
  workers = Array.from({ length: WORKERS }, () => new Product({ command: ['serve', 'worker'], environment }));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill('SIGTERM')));
  await desk.close();
});

it(`${SCHEDULES} schedules, ${WORKERS} workers, each killed ${KILLS} times: every run ends once, charged and posted, or given back`, async () => {
  const scenarios = ['ledger', 'SBX-POSTS', 'SBX-UNCONFIRMED-POSTS', 'SBX-REFUSES', 'SBX-HANGS'] as const;
  const methods = [await desk.lender.paymentMethod(), await desk.card('pm_sandbox_unconfirmed_charged')];
  for (let n = 0; n < SCHEDULES; n += 1) {
    const scenario = scenarios[n % scenarios.length] ?? 'ledger';
    const account = await (scenario === 'ledger' ? desk.lender.ledgerAccount() : desk.lender.sandboxAccount(scenario));
    await desk.schedule(account, { payment_method_id: methods[n % methods.length] ?? null });
  }
  let killedAtWork = 0;
  await Promise.all(
    workers.map(async (worker, n) => {
      worker.start();
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = await ended();
        // Killed while it works: when some more runs have ended, at another moment for each worker.
        for (let waits = 0; waits < 100 && (await ended()) < before + 2; waits += 1) await sleep(20 + 7 * n);
        await worker.kill();
        killedAtWork += (await ended()) < SCHEDULES ? 1 : 0;
        worker.start();
      }
    }),
  );
  const deadline = Date.now() + 120_000;
  while ((await ended()) < SCHEDULES && Date.now() < deadline) await sleep(200);

  const { rows } = await desk.pool.query('select schedule_id, status from autopay_run');
  expect(rows.filter(({ status }) => !ENDED.has(status))).toEqual([]);
  expect(new Set(rows.map(({ schedule_id }) => schedule_id)).size).toBe(SCHEDULES);
  expect(rows).toHaveLength(SCHEDULES);
  expect(killedAtWork).toBeGreaterThan(0);
  expect(await desk.broken()).toEqual([]);
  expect(await desk.exceptions()).toEqual([]);
}, 240_000);

async function ended(): Promise<number> {
  const { rows } = await desk.pool.query(
    "select count(*) as count from autopay_run where status in ('posted', 'refunded', 'failed')",
  );
  return rows[0].count;
}
