import { PAYMENT_BATCH_OUTCOMES, type PaymentBatchOutcome } from '../../../../core/contract/payment-batch.js';
import type { Queries } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { talliesOfBatches } from './payment-batch.store.js';

/** Rows with one outcome, and their total. */
export interface Tally {
  readonly rows: number;
  /** Cents. */
  readonly amountCents: number;
}

/** Rows and cents by outcome; every outcome is present. */
export interface Tallies {
  readonly outcomes: Readonly<Record<PaymentBatchOutcome, Tally>>;
  /** Rows whose payment existed before the batch was created. */
  readonly alreadyRecorded: number;
  /** Rows whose payment equalled another one when it was recorded. */
  readonly possibleDuplicates: number;
}

/** Tallies of several batches, in the order of `ids`. */
export async function talliesOf(
  queries: Queries,
  principal: Principal,
  ids: readonly string[],
): Promise<readonly Tallies[]> {
  const found = await queries.many(principal, talliesOfBatches, { ids });
  return ids.map((id) => {
    const own = found.filter(({ batchId }) => batchId === id);
    return tallied((outcome) => own.find((tally) => tally.outcome === outcome), own);
  });
}

/** Tallies of a batch before its first row is tried. */
export function talliesBeforeFirstTry(notTried: Tally): Tallies {
  return tallied((outcome) => (outcome === 'not_tried' ? notTried : undefined), []);
}

function tallied(
  of: (outcome: PaymentBatchOutcome) => Tally | undefined,
  all: readonly Pick<Tallies, 'alreadyRecorded' | 'possibleDuplicates'>[],
): Tallies {
  const tally = (outcome: PaymentBatchOutcome): Tally => {
    const { rows = 0, amountCents = 0 } = of(outcome) ?? {};
    return { rows, amountCents };
  };
  const [posted, pending_confirmation, failed] = [tally('posted'), tally('pending_confirmation'), tally('failed')];
  const [refused, unavailable, not_tried] = [tally('refused'), tally('unavailable'), tally('not_tried')];
  const outcomes = { posted, pending_confirmation, failed, refused, unavailable, not_tried };
  return {
    outcomes: { ...outcomes, would_post: tally('would_post') } satisfies Record<
      (typeof PAYMENT_BATCH_OUTCOMES)[number],
      Tally
    >,
    alreadyRecorded: all.reduce((sum, { alreadyRecorded }) => sum + alreadyRecorded, 0),
    possibleDuplicates: all.reduce((sum, { possibleDuplicates }) => sum + possibleDuplicates, 0),
  };
}
