import { z } from 'zod';
import type { ActKind } from './tie-out-act.store.js';

/** The fields of a difference that an action needs. */
export interface ActedOn {
  readonly subject: string;
  readonly kind: string;
  readonly reference: string;
  readonly ours: object | null;
  readonly theirs: object | null;
  /** Whether `reference` is a payment recorded in Tributary. */
  readonly isPayment: boolean;
  /** The loan system's identifier of Tributary's posting; null: not known. */
  readonly postingExternalId: string | null;
}

/**
 * The action: a posting or a reversal at the loan system, or (`tributary`) recording a reversal that the loan system has
 * already made.
 */
export interface ActPlan {
  readonly kind: ActKind;
  readonly at: 'loan_system' | 'tributary';
  readonly amountCents: number;
  readonly paymentReference: string;
  readonly postingExternalId: string | null;
}

const OURS = z.object({ state: z.string(), amount_cents: z.number().int().positive() });
const THEIRS = z.object({
  external_id: z.string(),
  external_ids: z.array(z.string()).nullable().optional(),
  /** One amount per posting, if they differ. */
  amounts_cents: z.array(z.number()).optional(),
  amount_cents: z.number().int().positive(),
});

/**
 * The action that may be taken on a difference; undefined: the system can do nothing safely. There is only one, so
 * that an operator decides by the facts of both sides and not between ways to act.
 */
export function planOf(difference: ActedOn): ActPlan | undefined {
  const ours = OURS.safeParse(difference.ours).data;
  const theirs = THEIRS.safeParse(difference.theirs).data;
  const { reference, postingExternalId } = difference;
  switch (difference.kind) {
    case 'posting_missing':
      // Posted under its own reference, which the loan system accepts once.
      return ours?.state === 'posted'
        ? {
            kind: 'post',
            at: 'loan_system',
            amountCents: ours.amount_cents,
            paymentReference: reference,
            postingExternalId: null,
          }
        : undefined;
    case 'not_reversed_there':
    case 'posted_there_only':
    case 'unknown_here':
      return theirs && reversal(theirs.amount_cents, reference, theirs.external_id);
    case 'posting_doubled': {
      // Only a person can tell which amount is the duplicate's.
      if (theirs?.amounts_cents !== undefined) return undefined;
      // Tributary's own posting stays. The duplicate has the same reference, so only the loan system's identifier names
      // it.
      const double = theirs?.external_ids?.findLast((id) => id !== postingExternalId);
      return theirs && double !== undefined ? reversal(theirs.amount_cents, double, double) : undefined;
    }
    case 'reversed_there':
      return ours && difference.isPayment
        ? {
            kind: 'reverse',
            at: 'tributary',
            amountCents: ours.amount_cents,
            paymentReference: reference,
            postingExternalId,
          }
        : undefined;
    default:
      return undefined;
  }
}

function reversal(amountCents: number, paymentReference: string, postingExternalId: string): ActPlan {
  return { kind: 'reverse', at: 'loan_system', amountCents, paymentReference, postingExternalId };
}
