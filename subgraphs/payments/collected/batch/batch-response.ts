import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import { serializeAnswer } from '../../../../core/errors/refusal-body.js';
import type { PaymentBatchRow } from './payment-batch.store.js';
import { type Tallies, type Tally, talliesBeforeFirstTry } from './row-counts.js';

/**
 * A batch as the answer of creating and resuming it: the same document as a read over REST. A test compares the
 * bytes of both.
 */
export function writtenBatch(
  batch: PaymentBatchRow,
  { outcomes, alreadyRecorded, possibleDuplicates }: Tallies = talliesBeforeFirstTry({
    rows: batch.rowCount,
    amountCents: batch.sumCents,
  }),
): WrittenAnswer {
  return serializeAnswer(202, {
    batch_id: batch.id,
    organization_id: batch.organizationId,
    mode: batch.mode,
    dry_run: batch.isDryRun,
    status: batch.status,
    stop_reason: batch.stopReason,
    row_count: batch.rowCount,
    sum_cents: batch.sumCents,
    sha256: batch.sha256,
    responsible: batch.actor,
    created_at: batch.createdAt,
    finished_at: batch.finishedAt,
    outcomes: {
      posted: shown(outcomes.posted),
      pending_confirmation: shown(outcomes.pending_confirmation),
      failed: shown(outcomes.failed),
      refused: shown(outcomes.refused),
      unavailable: shown(outcomes.unavailable),
      not_tried: shown(outcomes.not_tried),
      would_post: shown(outcomes.would_post),
      already_recorded: alreadyRecorded,
      possible_duplicates: possibleDuplicates,
    },
  });
}

function shown({ rows, amountCents }: Tally) {
  return { rows, amount_cents: amountCents };
}
