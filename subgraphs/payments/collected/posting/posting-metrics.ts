import { Counter } from 'prom-client';
import type { Transaction } from '../../../../core/db/database.js';
import { metrics } from '../../../../core/telemetry/metrics.js';

/** Outcome of a posting. An unconfirmed posting is counted again when its outcome is known. */
export type PostingOutcomeName = 'posted' | 'pending_confirmation' | 'rejected' | 'unavailable' | 'failed';

const payments = new Counter({
  name: 'tributary_payments_total',
  help: 'Payments by loan system and outcome: posted, pending_confirmation (not known yet; counted again when it is), rejected, unavailable (the loan system was not reached), failed (found out later). Replays are not counted.',
  labelNames: ['system', 'status'],
  registers: [metrics],
});

const reversals = new Counter({
  name: 'tributary_reversals_total',
  help: 'Reversals of payments by loan system and outcome, with the same outcomes as payments.',
  labelNames: ['system', 'status'],
  registers: [metrics],
});

const COUNTERS = { payment: payments, reversal: reversals } as const;

/** Counts what the transaction writes, once it commits. */
export function countPosting(
  tx: Pick<Transaction, 'afterCommit'>,
  kind: keyof typeof COUNTERS,
  system: string,
  status: PostingOutcomeName,
): void {
  tx.afterCommit(() => COUNTERS[kind].inc({ system, status }));
}

/** Counts a payment for which no transaction was opened because its loan system was unavailable. */
export function countUnreached(system: string): void {
  payments.inc({ system, status: 'unavailable' });
}
