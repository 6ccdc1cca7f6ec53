import { z } from 'zod';
import type { ActKind } from './tie-out-act.store.js';

/** What an act needs of a difference. */
export interface ActedOn {
  readonly subject: string;
  readonly kind: string;
  readonly reference: string;
  readonly ours: object | null;
  readonly theirs: object | null;
  /** Whether `reference` names a payment that was recorded here. */
  readonly isPayment: boolean;
  /** The loan system's identifier of our posting; null: we know of none. */
  readonly postingExternalId: string | null;
}

/**
 * What is done: a posting or a reversal at the loan system; or (`here`) a reversal that the loan system made already is written down.
 */
export interface ActPlan {
  readonly kind: ActKind;
  readonly at: 'there' | 'here';
  readonly amountCents: number;
  readonly paymentReference: string;
  readonly postingExternalId: string | null;
}

const OURS = z.object({ state: z.string(), amount_cents: z.number().int().positive() });
const THEIRS = z.object({
  external_id: z.string(),
  external_ids: z.array(z.string()).nullable().optional(),
  /** Of each, where they are not all one amount. */
  amounts_cents: z.array(z.number()).optional(),
  amount_cents: z.number().int().positive(),
});

/**
 * What may be done about a difference at its loan system; undefined: nothing that a machine could do safely. One act, so that an operator
 * decides by what both sides say and not between ways to say it.
 */
export function planOf(difference: ActedOn): ActPlan | undefined {
  const ours = OURS.safeParse(difference.ours).data;
  const theirs = THEIRS.safeParse(difference.theirs).data;
  const { reference, postingExternalId } = difference;
  switch (difference.kind) {
    case 'posting_missing':
      // Under its own reference, which the loan system takes once.
      return ours?.state === 'posted'
        ? {
            kind: 'post',
            at: 'there',
            amountCents: ours.amount_cents,
            paymentReference: reference,
            postingExternalId: null,
          }
        : undefined;
    case 'not_reversed_there':
    case 'posted_there_only':
    case 'unknown_here':
      return theirs && takenBack(theirs.amount_cents, reference, theirs.external_id);
    case 'posting_doubled': {
      // Of which amount the double is, only a person can tell.
      if (theirs?.amounts_cents !== undefined) return undefined;
      // The one that is ours stays. A double shares its reference, so it is named by the loan system's identifier alone.
      const double = theirs?.external_ids?.findLast((id) => id !== postingExternalId);
      return theirs && double !== undefined ? takenBack(theirs.amount_cents, double, double) : undefined;
    }
    case 'reversed_there':
      return ours && difference.isPayment
        ? {
            kind: 'reverse',
            at: 'here',
            amountCents: ours.amount_cents,
            paymentReference: reference,
            postingExternalId,
          }
        : undefined;
    default:
      return undefined;
  }
}

function takenBack(amountCents: number, paymentReference: string, postingExternalId: string): ActPlan {
  return { kind: 'reverse', at: 'there', amountCents, paymentReference, postingExternalId };
}
