import { runDayEnd } from '../../connectors/loan-systems/ledger/day-end.js';
import { systemPrincipal } from '../../core/auth/principal.js';
import { deleteExpiredKeys } from '../../core/idempotency/idempotency.store.js';
import { startWorker } from '../../core/jobs/jobs.js';
import { paymentsJobs } from '../../subgraphs/payments/index.js';
import { subgraphsSource } from './graph.js';
import type { Resources } from './resources.js';

const CONCURRENCY = 4;
const POLL_INTERVAL_MS = 500;

/** graphile-worker's crontab, UTC: the ledger's day ends at midnight in New York, whichever offset is in force. */
const CRONTAB = ['* * * * * reconcile_overdue', '5 * * * * ledger_day_end', '35 * * * * delete_expired_keys'].join(
  '\n',
);

const HOUSEKEEPING = systemPrincipal('housekeeping');
const KEYS_AT_A_TIME = 10_000;

/** The jobs of every subgraph and of the ledger. Catches up on day-end before it takes the first job. */
export async function startJobs(resources: Resources): Promise<{ stop(): Promise<void> }> {
  const { db, clock, pool, logger } = resources;
  const payments = paymentsJobs(subgraphsSource(resources));
  await runDayEnd({ db, clock });
  await payments.reconcile_overdue();
  return startWorker({
    pool,
    logger,
    crontab: CRONTAB,
    concurrency: CONCURRENCY,
    pollIntervalMs: POLL_INTERVAL_MS,
    handlers: {
      ...payments,
      ledger_day_end: async () => {
        const { closedThrough, loans } = await runDayEnd({ db, clock });
        logger.info({ closed_through: closedThrough, loans }, 'day-end ran');
      },
      delete_expired_keys: async () => {
        await db.first(HOUSEKEEPING, deleteExpiredKeys, { limit: KEYS_AT_A_TIME });
      },
    },
  });
}
