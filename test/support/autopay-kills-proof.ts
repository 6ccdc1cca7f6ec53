import assert from 'node:assert/strict';
import { systemClock } from '../../core/time/clock.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { AutopayHarness } from './autopay-harness.js';
import type { TestDatabase } from './database.js';
import { Product } from './process.js';
import { until } from './until.js';

export interface AutopayKillsOptions {
  /** Default: a new one, dropped at the end. */
  readonly database?: TestDatabase;
  readonly schedules: number;
  /** The number of kills of each of two workers. */
  readonly kills: number;
  readonly say?: (line: string) => void;
}

const WORKERS = 2;
const SCENARIOS = ['ledger', 'SBX-POSTS', 'SBX-UNCONFIRMED-POSTS', 'SBX-REFUSES', 'SBX-HANGS'] as const;

/**
 * Runs autopay schedules, all due today, in workers that are killed each time another share of the runs has ended.
 *
 * @throws unless every run ended once, charged and posted, or refunded, or failed, by the books of the card processor
 * and the loan systems.
 */
export async function proveAutopayKills({ database, schedules, kills, say }: AutopayKillsOptions): Promise<void> {
  const harness = await AutopayHarness.open(servicingDate(systemClock.now()), { simulatesDatabase: false, database });
  const workers = workersOf(harness);
  try {
    await schedule(harness, schedules);
    const ended = () => endedRuns(harness);
    await Promise.all(
      workers.map(async (worker, n) => {
        worker.start();
        for (let kill = 0; kill < kills; kill += 1) {
          // The two take turns, all within the first two thirds: later kills might find no work left.
          const share = (kill * WORKERS + n + 1) / (kills * WORKERS);
          const wanted = Math.floor((share * schedules * 2) / 3);
          await until(async () => (await ended()) >= wanted, `${wanted} runs have ended`, 120_000);
          await worker.kill();
          const now = await ended();
          say?.(`worker ${n + 1}, kill ${kill + 1} of ${kills}: ${now} of ${schedules} runs have ended`);
          assert.ok(now < schedules, 'a worker is killed while there are runs to do');
          worker.start();
        }
      }),
    );
    await until(async () => (await ended()) >= schedules, 'every run has ended', 240_000);
    const { rows } = await harness.pool.query('select schedule_id, status from autopay_run');
    assert.equal(rows.length, schedules);
    assert.equal(new Set(rows.map(({ schedule_id }) => schedule_id)).size, schedules);
    assert.deepEqual(await harness.broken(), []);
    assert.deepEqual(await harness.exceptions(), []);
  } finally {
    await Promise.all(workers.map((worker) => worker.kill('SIGTERM')));
    await harness.close();
  }
}

function workersOf({ instance }: AutopayHarness): readonly Product[] {
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: instance.databaseUrl,
    TRIBUTARY_DATA_DIR: instance.resources.config.TRIBUTARY_DATA_DIR,
    RECONCILE_FIRST_DELAY_MS: '50',
    LOAN_SYSTEM_TIMEOUT_MS: '500',
    LOAN_SYSTEM_SETTLE_AFTER_MS: '300',
    CARD_PROCESSOR_TIMEOUT_MS: '500',
    CARD_PROCESSOR_SETTLE_AFTER_MS: '300',
    WORKER_LIFE_CHECK_MS: '500',
  };
  return Array.from({ length: WORKERS }, () => new Product({ command: ['serve', 'worker'], environment }));
}

async function schedule(harness: AutopayHarness, count: number): Promise<void> {
  const methods = [await harness.lender.paymentMethod(), await harness.card('pm_sandbox_unconfirmed_charged')];
  for (let n = 0; n < count; n += 1) {
    const scenario = SCENARIOS[n % SCENARIOS.length] ?? 'ledger';
    const account = await (scenario === 'ledger'
      ? harness.lender.ledgerAccount()
      : harness.lender.sandboxAccount(scenario));
    await harness.schedule(account, { payment_method_id: methods[n % methods.length] ?? null });
  }
}

async function endedRuns({ pool }: AutopayHarness): Promise<number> {
  const ended = "select count(*)::int as count from autopay_run where status in ('posted', 'refunded', 'failed')";
  return (await pool.query(ended)).rows[0].count;
}
