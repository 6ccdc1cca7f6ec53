import { Problem } from '../../../core/errors/problem.js';
import type { Decision, StoredAnswer } from '../../../core/idempotency/decision.js';
import { type CollectedPaymentRow, collectedPaymentRow } from '../collected-payment/collected-payment.row.js';

/** What a keyed write answers: the payment, and whether it is a replay of an earlier answer. */
export interface KeyedAnswer {
  readonly replayed: boolean;
  readonly payment: CollectedPaymentRow;
}

/** How a posting ended: what the caller is told now. */
export type Settled =
  | { readonly kind: 'payment'; readonly payment: CollectedPaymentRow }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'unavailable' };

/** @throws {Problem} `servicing_rejected` or `posting_unavailable` when nothing was posted. */
export function firstAnswer(settled: Settled): KeyedAnswer {
  switch (settled.kind) {
    case 'payment':
      return { replayed: false, payment: settled.payment };
    case 'rejected':
      throw new Problem('servicing_rejected', { reason: settled.reason });
    case 'unavailable':
      throw new Problem('posting_unavailable');
  }
}

/**
 * What a key that may not go on is answered with.
 *
 * @throws {Problem} the stored refusal, `idempotency_conflict`, or `idempotency_in_progress`.
 */
export function laterAnswer(decision: Exclude<Decision, { kind: 'proceed' }>): KeyedAnswer {
  switch (decision.kind) {
    case 'conflict':
      throw new Problem('idempotency_conflict');
    case 'in_progress':
      throw new Problem('idempotency_in_progress');
    case 'replay':
      if (decision.answer.kind === 'problem') throw new Problem(decision.answer.code, decision.answer.fields);
      return { replayed: true, payment: collectedPaymentRow.parse(decision.answer.resource) };
  }
}

/** How a posting ended that somebody else has settled: as its key's stored answer says, or, while there is none, as it stands. */
export function settledBefore(stored: StoredAnswer | undefined, current: CollectedPaymentRow): Settled {
  if (stored === undefined) return { kind: 'payment', payment: current };
  if (stored.kind === 'resource') return { kind: 'payment', payment: collectedPaymentRow.parse(stored.resource) };
  return { kind: 'rejected', reason: String(stored.fields['reason'] ?? stored.code) };
}

export function paymentAnswer(payment: CollectedPaymentRow): StoredAnswer {
  return { kind: 'resource', resource: payment };
}

export function rejectedAnswer(reason: string): StoredAnswer {
  return { kind: 'problem', code: 'servicing_rejected', fields: { reason } };
}
