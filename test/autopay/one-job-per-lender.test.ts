import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { startWorker } from '../../core/jobs/worker.js';
import { chargingJobs } from '../../subgraphs/payments/autopay/charging-jobs.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { ChargesInFlight } from '../../subgraphs/payments/autopay/run/charges-in-flight.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { silent } from '../support/identity.js';
import type { Lender } from '../support/lender.js';
import { until } from '../support/until.js';

let harness: AutopayHarness;
beforeAll(async () => {
  harness = await AutopayHarness.open('2026-01-05', { simulatesDatabase: false });
});
afterAll(() => harness.close());

/** Due schedules on a loan system without sets: each gets a run with a job of its own. */
async function dueSingly(lender: Lender, schedules: number): Promise<void> {
  const { organizationId } = lender;
  for (let n = 0; n < schedules; n += 1) {
    const method = await lender.paymentMethod();
    await harness.schedule(await lender.sandboxAccount('SBX-POSTS'), {
      organization_id: organizationId,
      payment_method_id: method,
    });
  }
  await harness.runner.createDueRuns(organizationId);
}

const runsOf = async ({ organizationId }: Lender, status: string): Promise<number> => {
  const text = 'select count(*)::int from autopay_run where organization_id = $1 and status = $2';
  return (await harness.pool.query(text, [organizationId, status])).rows[0].count;
};

/** The charges of one lender get no answer until they are released. */
function hangingFor({ organizationId }: Lender) {
  const sandbox = harness.parts.processors.byCode('sandbox');
  if (sandbox === undefined) throw new Error('the sandbox has a processor');
  let release = () => {};
  const answered = new Promise<void>((resolve) => {
    release = resolve;
  });
  const charged: string[] = [];
  const processor: CardProcessor = {
    ...sandbox,
    charge: async (order) => {
      charged.push(order.organizationId);
      if (order.organizationId === organizationId) await answered;
      return sandbox.charge(order);
    },
  };
  const parts = { ...harness.parts, processors: new CardProcessors([processor]) };
  const charges = new ChargesInFlight({ inFlight: 32, perSecond: undefined });
  return { parts: { ...parts, charges }, release, begun: () => charged.filter((id) => id === organizationId).length };
}

it('a lender whose processor does not answer holds one job while another lender’s jobs wait, and all when none wait', async () => {
  const { lender, pool } = harness;
  const other = await harness.instance.lender('Other Lending');
  await dueSingly(lender, 4);
  await dueSingly(other, 3);
  const { parts, release, begun } = hangingFor(lender);
  const atOthersEnd: number[] = [];
  const jobs = chargingJobs(parts, new AutopayRunner(parts));
  const worker = await startWorker({
    pool,
    handlers: {
      ...jobs,
      autopay_run: async (run) => {
        await jobs.autopay_run(run);
        if (run.organizationId === other.organizationId) atOthersEnd.push(begun());
      },
    },
    ...{ crontab: '', concurrency: 2, pollIntervalMs: 50, lifeCheckMs: 60_000, logger: silent },
  });
  try {
    await until(async () => (await runsOf(other, 'posted')) === 3, 'the other lender’s runs are posted');
    expect(atOthersEnd.slice(0, 2)).toEqual([1, 1]);
    await until(() => begun() === 2, 'the lender has both jobs');
    release();
    await until(async () => (await runsOf(lender, 'posted')) === 4, 'all are posted');
  } finally {
    release();
    await worker.stop();
  }
  expect(await harness.broken()).toEqual([]);
});
