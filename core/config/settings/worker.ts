import { MOST, positive, wholeNumberSetting } from '../setting-schemas.js';

/** Jobs of the worker. */
export const WORKER = {
  WORKER_CONCURRENCY: positive(4, 'Jobs that one worker runs at a time; each uses a connection to Postgres.'),
  PAYMENT_BATCH_PARALLEL: positive(
    4,
    'Payments of batches that one worker records at a time, on different accounts; each uses a connection to Postgres.',
  ),
  AUTOPAY_PARALLEL: positive(
    2,
    'Autopay jobs that one worker runs at a time, beside `WORKER_CONCURRENCY`; each uses up to four connections to Postgres.',
  ),
  AUTOPAY_CHARGES_IN_FLIGHT: positive(
    32,
    'Charges of autopay that one worker has on their way at a card processor at the same time.',
  ),
  AUTOPAY_CHARGES_PER_SECOND: wholeNumberSetting(1, MOST)
    .optional()
    .describe('Charges of autopay that one worker begins in a second at each card processor. Without it: no limit.'),
  WORKER_LIFE_CHECK_MS: positive(
    30_000,
    'How often a worker checks for jobs of workers that have ended; a worker that misses four checks in a row loses its jobs to others.',
  ),
};
