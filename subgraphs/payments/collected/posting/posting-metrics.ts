import { Counter } from 'prom-client';
import type { Transaction } from '../../../../core/db/database.js';
import { metrics } from '../../../../core/telemetry/metrics.js';

/** What becomes of a posting. One that is unconfirmed is counted again when its outcome is known. */
export type PostingOutcomeName = 'posted' | 'pending_confirmation' | 'rejected' | 'unavailable' | 'failed';

const payments = new Counter({
  name: 'tributary_payments_total',
  help: 'Payments by loan system and what became of them: posted, pending_confirmation (not known yet; counted again when it is), rejected, unavailable (the loan system was not reached), failed (found out later). Replays are not counted.',
  labelNames: ['system', 'status'],
  registers: [metrics],
});

const reversals = new Counter({
  name: 'tributary_reversals_total',
  help: 'Reversals of payments by loan system and what became of them, by the same words as payments.',
  labelNames: ['system', 'status'],
  registers: [metrics],
});

const COUNTERS = { payment: payments, reversal: reversals } as const;

/** Counts what the transaction writes down, once it stands. */
export function countPosting(
  tx: Transaction,
  kind: keyof typeof COUNTERS,
  system: string,
  status: PostingOutcomeName,
): void {
  tx.afterCommit(() => COUNTERS[kind].inc({ system, status }));
}

/** A payment for which no transaction was begun: its loan system could not be asked. */
export function countUnreached(system: string): void {
  payments.inc({ system, status: 'unavailable' });
}
