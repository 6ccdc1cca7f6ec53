import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { startWorker } from '../../core/jobs/worker.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { ChargesInFlight } from '../../subgraphs/payments/autopay/run/charges-in-flight.js';
import { DueSets } from '../../subgraphs/payments/autopay/sets/charge-due-sets.js';
import { enqueueDue } from '../../subgraphs/payments/autopay/sets/enqueue-due.js';
import { AutopayHarness } from '../support/autopay-harness.js';
import { silent } from '../support/identity.js';
import { until } from '../support/until.js';

const SCHEDULES = 60;
/** More than a turn has. */
const SINGLES = 25;

/** Takes a tenth of a second for a charge. */
function slowSets({ parts }: AutopayHarness): DueSets {
  const sandbox = parts.processors.byCode('sandbox');
  if (sandbox === undefined) throw new Error('the sandbox has a processor');
  const slow: CardProcessor = {
    ...sandbox,
    charge: async (order) => {
      await sleep(100);
      return sandbox.charge(order);
    },
  };
  const charges = new ChargesInFlight({ inFlight: 1, perSecond: undefined });
  const slowParts = { ...parts, processors: new CardProcessors([slow]), charges };
  return new DueSets(slowParts, new AutopayRunner(slowParts));
}

it('a lender with many due schedules does not delay another one with one schedule', async () => {
  const harness = await AutopayHarness.open('2026-01-05', { simulatesDatabase: false });
  try {
    const { lender, parts, pool } = harness;
    for (let n = 0; n < SCHEDULES; n += 1) await harness.schedule(await lender.ledgerAccount());
    const other = await harness.instance.lender('Other Lending');
    await harness.schedule(await other.ledgerAccount(), {
      organization_id: other.organizationId,
      payment_method_id: await other.paymentMethod(),
    });
    const postedOf = async (organizationId: string): Promise<number> =>
      (
        await pool.query(`select count(*)::int from autopay_run where status = 'posted' and organization_id = $1`, [
          organizationId,
        ])
      ).rows[0].count;
    await enqueueDue(parts.db, { organizationId: lender.organizationId }, 0);
    await enqueueDue(parts.db, { organizationId: other.organizationId }, 0);
    const sets = slowSets(harness);
    const worker = await startWorker({
      pool,
      handlers: { autopay_due_of_organization: (due) => sets.work(due) },
      ...{ crontab: '', concurrency: 1, pollIntervalMs: 50, lifeCheckMs: 60_000, logger: silent },
    });
    try {
      await until(async () => (await postedOf(lender.organizationId)) === SCHEDULES, 'all are posted');
      await until(async () => (await postedOf(other.organizationId)) === 1, 'the other lender’s run is posted');
      const { rows } = await pool.query(
        `select count(*) filter (where one.settled_at < others.settled_at)::int as earlier
           from autopay_run one, autopay_run others where one.organization_id = $1 and others.organization_id = $2`,
        [lender.organizationId, other.organizationId],
      );
      expect(rows[0].earlier).toBeGreaterThan(0);
      expect(rows[0].earlier).toBeLessThan(SCHEDULES);
    } finally {
      await worker.stop();
    }
    expect(await harness.broken()).toEqual([]);
  } finally {
    await harness.close();
  }
}, 120_000);

it('the turns of a lender’s single runs continue in its next job', async () => {
  const harness = await AutopayHarness.open('2026-01-05', { simulatesDatabase: false });
  try {
    const { lender, pool } = harness;
    const { organizationId } = lender;
    const singly = async () => harness.schedule(await lender.sandboxAccount('SBX-POSTS'));
    for (let n = 0; n < SINGLES; n += 1) await singly();
    for (let n = 0; n < SCHEDULES; n += 1) await harness.schedule(await lender.ledgerAccount());
    const sets = slowSets(harness);
    await sets.work({ organizationId });
    const { rows } = await pool.query(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'autopay_due_of_organization'`,
    );
    expect(rows).toMatchObject([{ payload: { organizationId, singles: SINGLES } }]);
    const last = await singly();
    await sets.work(rows[0].payload);
    const [run] = await harness.runsOf(last);
    const jobs = await pool.query('select priority from graphile_worker.jobs where key = $1', [
      `autopay:${organizationId}:${run?.id}`,
    ]);
    expect(jobs.rows).toEqual([{ priority: 1 }]);
  } finally {
    await harness.close();
  }
});
