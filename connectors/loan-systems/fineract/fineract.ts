import { cents } from '../../../core/money.js';
import { centsOf } from '../http/amounts.js';
import type { LoanReference, LoanSystem, PayoffQuote, Posting, Reached } from '../port.js';
import type { RemoteParts } from '../remote.js';
import type { Untold } from '../source.js';
import { createDesk, type Desk, type LoanStanding } from './desk.js';
import { createFineractSource } from './fineract-source.js';
import { recoverableOf } from './loans.js';
import { postPayment } from './payments.js';
import { paymentPosting, reversalPosting } from './postings.js';
import { reversePayment } from './reversals.js';
import type { FineractSettings } from './settings.js';
import { payoffTemplate } from './wire.js';

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

async function quotePayoff(desk: Desk, loan: LoanReference): Promise<Reached<PayoffQuote>> {
  const standing = await desk.standing(loan);
  if (standing.kind === 'unavailable') return standing;
  if (standing.value === 'absent' || standing.value.command === null) return notPayable();
  return standing.value.command === 'repayment' ? payoffOf(desk, loan) : recovery(desk, loan, standing.value);
}

async function payoffOf(desk: Desk, loan: LoanReference): Promise<Reached<PayoffQuote>> {
  const path = ['loans', loan.externalId, 'transactions', 'template'];
  const read = await desk.api.read({ path, query: { command: 'prepayLoan' }, schema: payoffTemplate });
  if (read.kind === 'unavailable') return read;
  if (read.value === 'absent') return { kind: 'unavailable' };
  const payoffCents = centsOf(read.value.amount);
  return payoffCents === undefined ? oddMoney(desk, loan) : { kind: 'answered', value: { payable: true, payoffCents } };
}

/** Nothing is outstanding on a loan that was written off: what may come in is what was written off and not recovered yet. */
function recovery(desk: Desk, loan: LoanReference, { row }: LoanStanding): Reached<PayoffQuote> {
  const payoffCents = recoverableOf(row);
  return payoffCents === undefined ? oddMoney(desk, loan) : { kind: 'answered', value: { payable: true, payoffCents } };
}

function notPayable(): Reached<PayoffQuote> {
  return { kind: 'answered', value: { payable: false, payoffCents: cents(0) } };
}

function oddMoney({ code, logger }: Desk, { externalId }: LoanReference): Reached<never> {
  logger.error({ loan_system: code, loan: externalId }, 'a loan’s money is no whole number of cents');
  return { kind: 'unavailable', isWell: true };
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
