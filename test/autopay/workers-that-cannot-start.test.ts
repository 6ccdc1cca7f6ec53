import { expect, it } from 'vitest';
import { enqueue } from '../../core/jobs/job-types-and-enqueue.js';
import { startWorker } from '../../core/jobs/worker.js';
import { WorkerPolls } from '../../core/jobs/worker-polls.js';
import { pollsOfWorkers, startJobs } from '../../runtime/assembly/worker-jobs.js';
import { silent } from '../support/identity.js';
import { openTestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

const JOBS = 40;

class CannotStart extends WorkerPolls {
  override follow(): void {
    throw new Error('autopay cannot start');
  }
}

it('the workers of all other jobs stop when those of autopay cannot start', async () => {
  const instance = await openTestInstance({ worker: false });
  try {
    const { resources } = instance;
    const looks = { ...pollsOfWorkers(resources.config), autopay: new CannotStart(1, 500) };
    await expect(startJobs(resources, looks)).rejects.toThrow('autopay cannot start');
    const done = new Set<string>();
    const worker = await startWorker({
      pool: resources.pool,
      handlers: { reconcile_posting: async ({ id }) => void done.add(id) },
      ...{ crontab: '', concurrency: 1, pollIntervalMs: 50, lifeCheckMs: 60_000, logger: silent },
    });
    // Workers that still run would take some of these jobs.
    const ids = Array.from({ length: JOBS }, (_, n) => `${n}`);
    for (const id of ids) {
      await enqueue(
        resources.db,
        'reconcile_posting',
        { kind: 'payment', organizationId: 'none', id },
        { delayMs: 0, key: id },
      );
    }
    const untried = "select from graphile_worker.jobs where task_identifier = 'reconcile_posting' and attempts = 0";
    await until(async () => (await resources.pool.query(untried)).rowCount === 0, 'each job was tried');
    await worker.stop();
    expect([...done].toSorted()).toEqual(ids.toSorted());
  } finally {
    await instance.close();
  }
});
