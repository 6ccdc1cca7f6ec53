import type { AuditedAct } from '../../../../core/audit/record.js';
import type { RecordPaymentBody } from '../../../../core/contract/collected-payment.js';
import type { KeyedOperation } from '../../../../core/contract/operations-looked-up-by-key.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { KnownKey } from '../../../../core/idempotency/client-keys.js';
import { fingerprint } from '../../../../core/idempotency/fingerprint.js';
import type { KeyedRequest } from '../../../../core/idempotency/idempotency.js';
import { cents } from '../../../../core/money.js';
import { hasScope, type Principal } from '../../../../core/principal/principal.js';
import type { LoanReference, PaymentOrder } from '../../../../loan-model/port.js';
import type { PayableAccountRow } from '../../account/payable-account.reads.store.js';
import { recordedFieldsOf } from '../payment/fields-from-collector.js';

export const RECORD_PAYMENT = 'record_payment' satisfies KeyedOperation;

export function loanOf({ organizationId, accountId, externalId }: PayableAccountRow): LoanReference {
  return { organizationId, accountId, externalId };
}

/**
 * What the loan system is to post.
 *
 * @param reference - on the ledger the payment's id
 */
export function orderOf(account: PayableAccountRow, reference: string, body: RecordPaymentBody): PaymentOrder {
  return {
    loan: loanOf(account),
    externalReference: reference,
    amountCents: cents(body.amount_cents),
    paymentMethod: body.payment_method,
    checkNumber: body.check_number ?? null,
    memo: body.memo ?? null,
  };
}

/** The payment's row. */
export function newPayment(principal: Principal, account: PayableAccountRow, id: string, body: RecordPaymentBody) {
  return {
    id,
    organizationId: account.organizationId,
    accountId: account.accountId,
    ...recordedFieldsOf(body),
    recordedBy: principal.actor,
  };
}

/** Callers who may read the account also get the amount that can still be paid. */
export function exceedsPayoff(principal: Principal, room: number): Problem {
  const fields = hasScope(principal, 'accounts:read') ? { payable_cents: Math.max(0, room) } : {};
  return new Problem('amount_exceeds_payoff', fields);
}

/** What is audited for an operator's request. */
export function recording({ id, recordedBy: _, ...payment }: ReturnType<typeof newPayment>): AuditedAct {
  return { action: 'payment.record', subject: id, organizationId: payment.organizationId, after: payment };
}

/** The payment's request under its key. */
export function keyedPayment(
  { organizationId, accountId }: PayableAccountRow,
  key: KnownKey,
  body: RecordPaymentBody,
): KeyedRequest {
  return { organizationId, operation: RECORD_PAYMENT, ...key, fingerprint: fingerprint([accountId], body) };
}
