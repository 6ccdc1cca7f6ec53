import { Problem, type WrittenAnswer } from '../../../../core/errors/problem.js';
import type { Decision, FinalAnswer, StoredAnswer } from '../../../../core/idempotency/decision.js';
import { finalRefusal, storedRefusal } from '../../../../core/idempotency/stored-refusal.js';
import { type CollectedPaymentRow, storedPayment } from '../payment/collected-payment.row.js';
import { writtenPayment } from '../payment/payment-response.js';

/** Answer of a keyed write: the payment, the bytes of the REST answer, and whether it repeats an earlier answer. */
export interface KeyedAnswer {
  readonly replayed: boolean;
  readonly payment: CollectedPaymentRow;
  readonly answer: WrittenAnswer;
}

/** A refusal that later requests with the same key get too. */
type Rejection = Extract<FinalAnswer | StoredAnswer, { kind: 'problem' }>;

/** How a posting ended, and the answer for the caller. */
export type Settled =
  | { readonly kind: 'payment'; readonly payment: CollectedPaymentRow; readonly answer: WrittenAnswer }
  | { readonly kind: 'rejected'; readonly answer: Rejection }
  | { readonly kind: 'unavailable' }
  /** Another posting has the reference of the request. */
  | { readonly kind: 'conflict' };

/** @throws {Problem} `servicing_rejected` or `posting_unavailable` or `idempotency_conflict` when nothing was posted. */
export function firstAnswer(settled: Settled): KeyedAnswer {
  switch (settled.kind) {
    case 'payment':
      return { replayed: false, payment: settled.payment, answer: settled.answer };
    case 'rejected':
      throw storedRefusal(settled.answer);
    case 'unavailable':
      throw new Problem('posting_unavailable');
    case 'conflict':
      throw new Problem('idempotency_conflict');
  }
}

/**
 * The answer to a request whose key is already in use.
 *
 * @param paymentIdOf - the payment of a subject: itself, or the one that it reverses.
 * @throws {Problem} the stored refusal, `idempotency_conflict`, or `idempotency_in_progress`.
 */
export function laterAnswer(
  decision: Exclude<Decision, { kind: 'proceed' }>,
  paymentIdOf: (subjectId: string) => string,
): KeyedAnswer {
  switch (decision.kind) {
    case 'conflict':
      throw new Problem('idempotency_conflict');
    case 'in_progress':
      throw new Problem(
        'idempotency_in_progress',
        decision.subjectId === undefined ? {} : { payment_id: paymentIdOf(decision.subjectId) },
      );
    case 'replay':
      if (decision.answer.kind === 'problem') throw storedRefusal(decision.answer);
      return { replayed: true, ...kept(decision.answer) };
  }
}

/**
 * The result of a posting that another process has settled: the key's stored answer or, without one, the current
 * state.
 */
export function settledBefore(stored: StoredAnswer | undefined, current: CollectedPaymentRow): Settled {
  if (stored === undefined) return currentState(current);
  return stored.kind === 'resource' ? { kind: 'payment', ...kept(stored) } : { kind: 'rejected', answer: stored };
}

/** The payment in its current state, whether or not this is the key's final answer. */
export function currentState(payment: CollectedPaymentRow): Extract<Settled, { kind: 'payment' }> {
  return { kind: 'payment', payment, answer: writtenPayment(payment) };
}

export function paymentAnswer(payment: CollectedPaymentRow): FinalAnswer {
  return { kind: 'resource', resource: payment, written: writtenPayment(payment) };
}

export function rejectedAnswer(reason: string): Extract<FinalAnswer, { kind: 'problem' }> {
  return finalRefusal('servicing_rejected', { reason });
}

function kept({ resource, written }: Extract<StoredAnswer, { kind: 'resource' }>) {
  return { payment: storedPayment(resource), answer: written };
}
