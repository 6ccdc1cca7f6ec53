import type { JobHandlers } from '../../../core/jobs/job-types-and-enqueue.js';
import { OneJobPerOrganization } from '../../../core/jobs/one-job-per-organization.js';
import { POSTPONE_MS } from '../collected/posting/account-concurrency-gate.js';
import type { AutopayRunner } from './run/autopay-runner.js';
import { type AutopayParts, enqueueRun } from './run/run-under-schedule-lock.js';
import { DueSets } from './sets/charge-due-sets.js';
import { enqueueDue } from './sets/enqueue-due.js';

/** The jobs that charge, which have workers of their own. They wait for card processors. */
export function chargingJobs(parts: AutopayParts, runner: AutopayRunner) {
  const { db } = parts;
  const sets = new DueSets(parts, runner);
  const oneEach = new OneJobPerOrganization(db, ['autopay_due_of_organization', 'autopay_run']);
  return {
    autopay_due: () => sets.queueDue(),
    autopay_due_of_organization: (due) =>
      oneEach.run(
        due.organizationId,
        () => sets.work(due),
        () => enqueueDue(db, due, POSTPONE_MS),
      ),
    autopay_run: (run) =>
      oneEach.run(
        run.organizationId,
        async () => void (await runner.work(run)),
        () => enqueueRun(db, run, POSTPONE_MS),
      ),
  } satisfies JobHandlers;
}
