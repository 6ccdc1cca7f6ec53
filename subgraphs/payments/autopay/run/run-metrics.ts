import { Counter } from 'prom-client';
import type { Transaction } from '../../../../core/db/database.js';
import { metrics } from '../../../../core/telemetry/metrics.js';

const OUTCOMES = ['posted', 'refunded', 'failed', 'missed'] as const;

/** How a run ended. */
export type RunOutcome = (typeof OUTCOMES)[number];

const runs = new Counter({
  name: 'tributary_autopay_runs_total',
  help: 'Autopay runs that have ended, by outcome: posted, refunded (charged, then refunded), failed (never charged), missed (its date passed).',
  labelNames: ['outcome'],
  registers: [metrics],
});
// A series that begins at its first event hides that event from rate().
for (const outcome of OUTCOMES) runs.inc({ outcome }, 0);

/** Counts runs that the transaction ends, once it commits. */
export function countRuns(tx: Pick<Transaction, 'afterCommit'>, outcome: RunOutcome, count = 1): void {
  tx.afterCommit(() => runs.inc({ outcome }, count));
}
