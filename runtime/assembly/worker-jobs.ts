import { ApprovedActWorker } from '../../core/approvals/approved-act-worker.js';
import { Sealer } from '../../core/audit/sealing/sealer.js';
import type { Config } from '../../core/config/load.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { enqueue } from '../../core/jobs/job-types-and-enqueue.js';
import { startWorker } from '../../core/jobs/worker.js';
import { WorkerPolls } from '../../core/jobs/worker-polls.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { messagingJobs } from '../../subgraphs/messaging/jobs.js';
import { deleteOldEvents } from '../../subgraphs/messaging/outgoing-webhooks/event/delete-old-events.js';
import { WebhookSender } from '../../subgraphs/messaging/outgoing-webhooks/sending/sender.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { paymentsJobs } from '../../subgraphs/payments/index.js';
import { tieOutJobs } from '../../subgraphs/payments/tie-out/comparison/jobs.js';
import { writePositionsDue } from '../../subgraphs/reporting/position/write-daily-positions.js';
import { servicingJobs } from '../../subgraphs/servicing/index.js';
import { AdvanceWorker } from '../../subgraphs/servicing/platform/test-clock/advance-worker.js';
import { actsWithLimits } from './acts-with-limits.js';
import { auditMacs } from './audit-macs.js';
import { deleteExpired } from './delete-expired.js';
import { webhookRetention } from './email-providers.js';
import type { Resources } from './resources.js';
import { dayWork } from './sandbox-day-work.js';
import { subgraphsSource } from './subgraphs-source.js';
import { tieOutParts } from './tie-out-dependencies.js';

/**
 * Connections besides one for each job: one that listens, one for the worker's heartbeat, one for the queue itself, one
 * that seals the audit log, and two for webhooks.
 */
const CONNECTIONS_BESIDE_JOBS = 6;
const POLL_INTERVAL_MS = 500;

/** When the workers poll for jobs, for readiness and metrics: those of autopay have jobs of their own. */
export interface PollsOfWorkers {
  readonly main: WorkerPolls;
  readonly autopay: WorkerPolls;
}

export function pollsOfWorkers(config: Pick<Config, 'WORKER_CONCURRENCY' | 'AUTOPAY_PARALLEL'>): PollsOfWorkers {
  return {
    main: new WorkerPolls(config.WORKER_CONCURRENCY, POLL_INTERVAL_MS),
    autopay: new WorkerPolls(config.AUTOPAY_PARALLEL, POLL_INTERVAL_MS, undefined, 'an autopay job'),
  };
}

/** One that listens, one for the heartbeat, one for the queue itself, and those of each job. */
const connectionsOfAutopay = (jobs: number) => 3 + jobs * CONNECTIONS_OF_AUTOPAY_JOB;
const CONNECTIONS_OF_AUTOPAY_JOB = 4;

/**
 * graphile-worker's crontab, UTC. The ledger's day ends at midnight in New York, so its job runs every hour, whichever
 * UTC offset applies.
 */
export const CRONTAB = [
  '* * * * * reconcile_overdue',
  '* * * * * payment_batches_open',
  '* * * * * autopay_due',
  '* * * * * autopay_overdue',
  '* * * * * processor_overdue',
  '* * * * * processor_pull',
  '* * * * * approvals_due',
  '* * * * * test_clocks_open',
  '* * * * * sync_due',
  '5 * * * * ledger_day_end',
  '15 * * * * tie_out_due',
  '35 * * * * delete_expired_keys',
  '* * * * * process_webhooks',
  '25 * * * * match_overdue',
  '45 * * * * delete_old_webhooks',
  '55 * * * * delete_old_events',
].join('\n');

/**
 * The jobs of every subgraph and of the ledger, on separate connections, so that jobs and requests do not compete for
 * them. Work that came due while no worker ran is queued at the start, and processed like all other work.
 */
export async function startJobs(
  resources: Resources,
  looks = pollsOfWorkers(resources.config),
): Promise<{ stop(): Promise<void> }> {
  const { clock, logger } = resources;
  await resources.addedSystems.refresh();
  const { WORKER_CONCURRENCY: concurrency } = resources.config;
  const { AUTOPAY_PARALLEL: autopayJobs } = resources.config;
  const pool = createPool(
    resources.databaseUrl,
    concurrency + resources.config.PAYMENT_BATCH_PARALLEL + CONNECTIONS_BESIDE_JOBS + connectionsOfAutopay(autopayJobs),
    logger,
    'jobs',
    resources.fence,
  );
  const db = new Database(pool);
  const source = subgraphsSource({ ...resources, db });
  const messaging = messagingJobs(source, webhookRetention(resources.config));
  const tieOut = tieOutJobs(tieOutParts(source, resources.config));
  const servicing = servicingJobs({
    ...source,
    ownPostings,
    syncEveryMinutes: resources.config.LOAN_SYSTEM_SYNC_EVERY_MINUTES,
    changesEverySeconds: resources.config.LOAN_SYSTEM_CHANGES_EVERY_SECONDS,
  });
  const autopay = new AutopayRunner(source);
  const payments = paymentsJobs(source, autopay);
  const advances = new AdvanceWorker({ db, clock, logger, day: dayWork(source, autopay) });
  const approvals = new ApprovedActWorker({ db, clock, logger, acts: actsWithLimits(source) });
  await payments.reconcile_overdue();
  await payments.autopay_overdue();
  await payments.payment_batches_open();
  await payments.processor_overdue();
  await advances.watchOpen();
  await approvals.watchDue();
  await messaging.resumeAtStart();
  await enqueue(db, 'ledger_day_end', {}, { delayMs: 0, key: 'ledger_day_end' });
  await enqueue(db, 'autopay_due', {}, { delayMs: 0, key: 'autopay_due' });
  await enqueue(db, 'sync_due', {}, { delayMs: 0, key: 'sync_due' });
  const sender = new WebhookSender({ db, receivers: source.receivers, secrets: source.secrets, logger, clock });
  const common = {
    pool,
    logger,
    pollIntervalMs: POLL_INTERVAL_MS,
    lifeCheckMs: resources.config.WORKER_LIFE_CHECK_MS,
    isStale: (client: object) => resources.fence.isStale(client),
  };
  const { autopay_due, autopay_due_of_organization, autopay_run, ...otherPayments } = payments;
  const autopayHandlers = { autopay_due, autopay_due_of_organization, autopay_run };
  const worker = await startWorker({
    ...common,
    crontab: CRONTAB,
    concurrency,
    looks: looks.main,
    handlers: {
      ...otherPayments,
      ...messaging.handlers,
      ...servicing.handlers,
      ...tieOut,
      ledger_day_end: async () => {
        const { closedThrough, loans, failed } = await runDayEnd({ db, clock, endSchedules, logger });
        logger.info({ closed_through: closedThrough, loans, failed }, 'day-end ran');
        await writePositionsDue({ db, clock, logger }, closedThrough);
      },
      test_clock_advance: (advance) => advances.work(advance),
      test_clocks_open: () => advances.watchOpen(),
      delete_old_events: () => deleteOldEvents({ db, logger }),
      approved_act: (act) => approvals.work(act),
      approvals_due: () => approvals.watchDue(),
      delete_expired_keys: () => deleteExpired({ db, logger }),
    },
  });
  // A day with many charges and all other jobs have workers of their own: neither waits for the other.
  const autopayWorker = await startWorker({
    ...common,
    crontab: '',
    concurrency: autopayJobs,
    looks: looks.autopay,
    handlers: autopayHandlers,
  }).catch(async (error: unknown) => {
    await worker.stop();
    throw error;
  });
  const sealer = new Sealer({ db, clock, macs: auditMacs(resources.config) }, logger);
  sealer.start();
  sender.start();
  return {
    stop: async () => {
      await sealer.stop();
      servicing.leaveOff();
      await Promise.all([worker.stop(), autopayWorker.stop(), sender.stop()]);
      await pool.end();
    },
  };
}
