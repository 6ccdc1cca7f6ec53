import type { Queries } from '../../../../core/db/database.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import type { Posting } from '../../../../loan-model/port.js';
import { closeException, raiseException, raiseUnlessSettled } from '../../exceptions/raise-and-close-exceptions.js';

/** Failure code of what was not posted because its reference has another posting. */
export const POSTING_DIFFERS = 'posting_differs';

/** A payment as it was ordered. */
interface Ordered {
  readonly amountCents: number;
  readonly paymentMethod: string;
}

/** An order and its posting; `reference`: the one that both have. */
interface Difference extends Ordered {
  readonly reference: string;
  readonly organizationId: string;
  readonly accountId: string;
}

/** Whether the posting that was found under the reference of a payment is of another request. */
export function differsFrom({ amountCents, paymentMethod }: Ordered, posting: Posting): boolean {
  const { paymentMethods = [paymentMethod] } = posting;
  return amountCents !== posting.amountCents || !paymentMethods.includes(paymentMethod);
}

/** Whether it is not the posting that a worker ordered, or was reversed since. */
export function differsOrIsReversed(ordered: Ordered, posting: Posting): boolean {
  return differsFrom(ordered, posting) || posting.reversal !== undefined;
}

/** Raises an exception once per reference. */
export function raiseDifference(queries: Queries, difference: Difference, posting: Posting): Promise<void> {
  return raiseException(queries, subjectOf(difference), POSTING_DIFFERS, factsOf(difference, posting));
}

/** The same again when the facts have changed. @returns whether an operator has resolved it for these very facts. */
export function raiseDifferenceUnlessSettled(
  queries: Queries,
  difference: Difference,
  posting: Posting,
): Promise<boolean> {
  return raiseUnlessSettled(queries, subjectOf(difference), POSTING_DIFFERS, factsOf(difference, posting));
}

/** Closes the exception, if there is one: the posting was corrected in the loan system, or its charge was refunded. */
export async function closeDifference(
  queries: Queries,
  clock: Clock,
  subject: { readonly id: string; readonly organizationId: string },
  resolution: 'The posting is the right one now.' | 'The charge was refunded.',
): Promise<void> {
  await closeException(queries, subject, POSTING_DIFFERS, resolution, isoInstant(clock.now()));
}

function subjectOf({ reference: id, organizationId }: Difference) {
  return { id, organizationId };
}

function factsOf({ accountId, amountCents, paymentMethod }: Difference, posting: Posting) {
  return {
    ...{ accountId, amountCents, paymentMethod },
    ...{ postedCents: posting.amountCents, referenceNumber: posting.referenceNumber, postedAt: posting.postedAt },
    ...(posting.reversal !== undefined && { reversedAt: posting.reversal.postedAt }),
  };
}
