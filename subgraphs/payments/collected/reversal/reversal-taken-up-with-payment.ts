import { Problem } from '../../../../core/errors/problem.js';
import { answerOf, claim, finish, type KeyedRequest, readKey } from '../../../../core/idempotency/idempotency.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import { readPayment } from '../payment/collected-payment.reads.store.js';
import { type KeyedAnswer, laterAnswer, paymentAnswer } from '../posting/first-and-later-answer-of-key.js';
import type { PostingParts } from '../posting/keyed-posting.js';
import { lockPayment, reversalByReference } from './reversal.store.js';

interface Repeated {
  readonly payment: { readonly paymentId: string; readonly organizationId: string };
  readonly request: KeyedRequest;
  readonly references: () => readonly string[];
}

const SETTLEMENT = systemPrincipal('settlement');

/**
 * A payment that was reversed in its loan system was taken up with its reversal. If this very request had made that
 * reversal, it gets its answer.
 *
 * @throws the error that the reversal ended with, if not.
 */
export function afterTakingUp(
  { db }: PostingParts,
  principal: Principal,
  { payment: { paymentId, organizationId }, request, references }: Repeated,
  error: unknown,
): Promise<KeyedAnswer> {
  const isReversed =
    error instanceof Problem && error.code === 'payment_not_reversible' && error.fields['status'] === 'reversed';
  if (!isReversed) throw error;
  return db.transaction(async (tx) => {
    await tx.first(principal, lockPayment, { id: paymentId, organizationId });
    const own = { organizationId, paymentId, references: references() };
    const found = await tx.first(principal, reversalByReference, own);
    if (found === undefined) throw error;
    const { operation } = request;
    const settlement = limitToOrganization(SETTLEMENT, organizationId);
    const known = await readKey(tx, principal, request);
    if (known !== undefined && known.kind !== 'proceed') return laterAnswer(known, () => paymentId);
    // A request with another key has taken the reversal over, and has its record.
    const taken = await answerOf(tx, settlement, { organizationId, operation, subjectId: found.id });
    if (taken !== undefined) return laterAnswer({ kind: 'replay', answer: taken }, () => paymentId);
    const decision = await claim(tx, principal, request, found.id);
    if (decision.kind !== 'proceed') return laterAnswer(decision, () => paymentId);
    const payment = await readPayment(tx, principal, paymentId);
    const answer = paymentAnswer(payment);
    await finish(tx, settlement, { organizationId, operation, subjectId: decision.subjectId }, answer);
    return { replayed: false, payment, answer: answer.written };
  });
}
