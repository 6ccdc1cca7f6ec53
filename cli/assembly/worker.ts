import { runDayEnd } from '../../connectors/loan-systems/ledger/day-end.js';
import { deleteOldOperatorTokens } from '../../core/auth/operator-tokens/store.js';
import { systemPrincipal } from '../../core/auth/principal.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { deleteExpiredKeys } from '../../core/idempotency/idempotency.store.js';
import { enqueue } from '../../core/jobs/jobs.js';
import { startWorker } from '../../core/jobs/worker.js';
import { messagingJobs } from '../../subgraphs/messaging/jobs.js';
import { deleteAbandonedCaptures } from '../../subgraphs/payments/card-capture/card-capture.store.js';
import { paymentsJobs } from '../../subgraphs/payments/index.js';
import { servicingJobs } from '../../subgraphs/servicing/index.js';
import { webhookRetention } from './email-providers.js';
import { subgraphsSource } from './graph.js';
import type { Resources } from './resources.js';

const CONCURRENCY = 4;
/**
 * Of its own, so that jobs and requests do not take each other's: each job's, one that listens, one that shows that the worker
 * lives, one for the queue itself.
 */
const WORKER_CONNECTIONS = CONCURRENCY + 3;
const POLL_INTERVAL_MS = 500;

/** graphile-worker's crontab, UTC: the ledger's day ends at midnight in New York, whichever offset is in force. */
export const CRONTAB = [
  '* * * * * reconcile_overdue',
  '* * * * * autopay_due',
  '* * * * * autopay_overdue',
  '* * * * * sync_due',
  '5 * * * * ledger_day_end',
  '35 * * * * delete_expired_keys',
  '* * * * * process_webhooks',
  '25 * * * * match_overdue',
  '45 * * * * delete_old_webhooks',
].join('\n');

const HOUSEKEEPING = systemPrincipal('housekeeping');
const KEYS_AT_A_TIME = 10_000;

/** The jobs of every subgraph and of the ledger. Catches up on day-end before it takes the first job. */
export async function startJobs(resources: Resources): Promise<{ stop(): Promise<void> }> {
  const { clock, logger } = resources;
  await resources.addedSystems.refresh();
  const pool = createPool(resources.databaseUrl, WORKER_CONNECTIONS, logger, 'jobs');
  const db = new Database(pool);
  const source = subgraphsSource({ ...resources, db });
  const payments = paymentsJobs(source);
  const messaging = messagingJobs(source, webhookRetention(resources.config));
  const servicing = servicingJobs({ ...source, syncEveryMinutes: resources.config.LOAN_SYSTEM_SYNC_EVERY_MINUTES });
  // What cannot be closed now (a loan that somebody holds) is closed by the next hour's run.
  await runDayEnd({ db, clock }).catch((error: unknown) =>
    logger.warn({ err: error }, 'day-end at start did not finish'),
  );
  await payments.reconcile_overdue();
  await payments.autopay_overdue();
  await messaging.resumeAtStart();
  await enqueue(db, 'autopay_due', {}, { delayMs: 0, key: 'autopay_due' });
  await enqueue(db, 'sync_due', {}, { delayMs: 0, key: 'sync_due' });
  const worker = await startWorker({
    pool,
    logger,
    crontab: CRONTAB,
    concurrency: CONCURRENCY,
    pollIntervalMs: POLL_INTERVAL_MS,
    lifeCheckMs: resources.config.WORKER_LIFE_CHECK_MS,
    handlers: {
      ...payments,
      ...messaging.handlers,
      ...servicing.handlers,
      ledger_day_end: async () => {
        const { closedThrough, loans } = await runDayEnd({ db, clock });
        logger.info({ closed_through: closedThrough, loans }, 'day-end ran');
      },
      delete_expired_keys: async () => {
        for (const forgotten of [deleteExpiredKeys, deleteAbandonedCaptures, deleteOldOperatorTokens]) {
          for (let deleted = KEYS_AT_A_TIME; deleted === KEYS_AT_A_TIME; ) {
            const batch = await db.first(HOUSEKEEPING, forgotten, { limit: KEYS_AT_A_TIME });
            deleted = batch?.deleted ?? 0;
          }
        }
      },
    },
  });
  return {
    stop: async () => {
      servicing.leaveOff();
      await worker.stop();
      await pool.end();
    },
  };
}
