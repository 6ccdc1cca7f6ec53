import type { LoanReference, LoanSystem, Posting, Reached } from '../../../loan-model/port.js';
import type { Untold } from '../../../loan-model/source.js';
import type { RemoteParts } from '../remote.js';
import { createDesk, type Desk } from './desk.js';
import { createFineractSource } from './fineract-source.js';
import { postPayment } from './payments.js';
import { quotePayoff, quotePayoffOn } from './payoffs.js';
import { paymentPosting, reversalPosting } from './postings.js';
import { reversePayment } from './reversals.js';
import type { FineractSettings } from './settings.js';

export { fineractSecrets, fineractSettings } from './settings.js';

/** Fineract’s own limit on a request is its servlet container’s; after this nothing that we gave up on is still at work. */
const SETTLE_AFTER_MS = 900_000;

/** Apache Fineract over its REST API (docs/loan-systems.md). */
export function createFineract(parts: RemoteParts<FineractSettings>): LoanSystem {
  const desk = createDesk(parts);
  return {
    code: parts.code,
    settleAfterMs: SETTLE_AFTER_MS,
    marksSending: true,
    businessDay: () => desk.businessDay(),
    quotePayoff: (loan) => quotePayoff(desk, loan),
    quotePayoffOn: (loan, on) => quotePayoffOn(desk, loan, on),
    postPayment: (order, sending) => postPayment(desk, order, sending),
    reversePayment: (order, sending) => reversePayment(desk, order, sending),
    findPosting: (loan, reference) => findPosting(desk, loan, reference),
    // With connections of its own: however much sync reads, payments have theirs.
    source: createFineractSource(createDesk(parts)),
  };
}

/** A guarantor is no borrower. Whether the members of a group are, only the operator knows. */
export function untoldByFineract(settings: FineractSettings): readonly Untold[] {
  return settings['group-co-borrowers'] === 'none' ? ['co_borrowers'] : [];
}

/** A reference is a payment’s or a reversal’s; only the first can be asked for by itself. */
async function findPosting(desk: Desk, loan: LoanReference, reference: string): Promise<Reached<Posting | 'absent'>> {
  const { postings, settings } = desk;
  const payment = await postings.byExternalId(loan, reference);
  if (payment.kind === 'unavailable') return payment;
  if (payment.value !== 'absent') return told(paymentPosting(payment.value, settings['time-zone']));
  const reversed = await postings.byReversalExternalId(loan, reference);
  if (reversed.kind === 'unavailable') return reversed;
  if (reversed.value === 'absent') return { kind: 'answered', value: 'absent' };
  return told(reversalPosting(reversed.value, settings['time-zone']));
}

function told(posting: Posting | undefined): Reached<Posting> {
  return posting === undefined ? { kind: 'unavailable' } : { kind: 'answered', value: posting };
}
