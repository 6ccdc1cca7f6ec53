import type { UnreportedField } from '../../../loan-model/loan-source-types.js';
import type { LoanReference, LoanSystem, Posting, Reached } from '../../../loan-model/port.js';
import type { RemoteParts } from '../remote-kind.js';
import { findApproval } from './approvals.js';
import { authorizedConnect } from './authorization.js';
import { paymentPosting, reversalPosting } from './find-postings.js';
import { createFineractContext, type FineractContext } from './fineract-context.js';
import { createFineractSource } from './fineract-loan-source.js';
import { notedPaymentId } from './noted-payment-id.js';
import { postPayment } from './payments.js';
import { quotePayoff, quotePayoffOn } from './payoffs.js';
import { reportOnPermissions } from './report-on-permissions.js';
import { reversePayment } from './reversals.js';
import type { FineractSettings } from './settings.js';

export { fineractSecrets, fineractSettings, secretProblems } from './settings.js';

/**
 * Fineract’s servlet container limits the duration of a request; after this time no abandoned request is still running.
 */
const SETTLE_AFTER_MS = 900_000;

/** Apache Fineract over its REST API (docs/loan-systems.md). */
export function createFineract(given: RemoteParts<FineractSettings>): LoanSystem {
  const parts = { ...given, connect: authorizedConnect(given) };
  const desk = createFineractContext(parts);
  return {
    code: parts.code,
    settleAfterMs: SETTLE_AFTER_MS,
    marksSending: true,
    reportOnSetUp: () => reportOnPermissions(desk.api, parts.settings, parts.secrets['password'] ?? ''),
    businessDay: () => desk.businessDays.plausible(),
    quotePayoff: (loan) => quotePayoff(desk, loan),
    quotePayoffOn: (loan, on) => quotePayoffOn(desk, loan, on),
    notedPaymentId: (_, posting) => notedPaymentId(desk, posting),
    postPayment: (order, sending) => postPayment(desk, order, sending),
    reversePayment: (order, sending) => reversePayment(desk, order, sending),
    findPosting: (loan, reference, kind) => findPosting(desk, loan, reference, kind),
    findApproval: (loan, reference) => findApproval(desk.api, loan, reference),
    // Separate connections, so that the sync's reads do not delay payments.
    source: createFineractSource(createFineractContext(parts)),
  };
}

/** A guarantor is not a borrower. Only the operator knows whether the members of a group are. */
export function unreportedByFineract(settings: FineractSettings): readonly UnreportedField[] {
  return settings['group-co-borrowers'] === 'none' ? ['co_borrowers'] : [];
}

const ABSENT = { kind: 'answered', value: 'absent' } as const;

/** A reference is that of a payment or of a reversal; only a payment can be looked up directly. */
async function findPosting(
  desk: FineractContext,
  loan: LoanReference,
  reference: string,
  kind?: 'payment' | 'reversal',
): Promise<Reached<Posting | 'absent'>> {
  const { postings, settings } = desk;
  const payment = kind === 'reversal' ? ABSENT : await postings.byExternalId(loan, reference);
  if (payment.kind === 'unavailable') return payment;
  if (payment.value !== 'absent') return answered(paymentPosting(payment.value, settings));
  if (kind === 'payment') return ABSENT;
  const reversed = await postings.byReversalExternalId(loan, reference);
  if (reversed.kind === 'unavailable') return reversed;
  if (reversed.value === 'absent') return { kind: 'answered', value: 'absent' };
  return answered(reversalPosting(reversed.value, settings['time-zone']));
}

function answered(posting: Posting | undefined): Reached<Posting> {
  return posting === undefined ? { kind: 'unavailable' } : { kind: 'answered', value: posting };
}
