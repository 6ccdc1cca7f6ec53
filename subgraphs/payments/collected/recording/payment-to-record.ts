import type { RecordPaymentBody } from '../../../../core/contract/collected-payment.js';
import { cents } from '../../../../core/money.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { LoanReference, PaymentOrder } from '../../../../loan-model/port.js';
import type { PayableAccountRow } from '../../account/payable-account.reads.store.js';
import { recordedFieldsOf } from '../payment/fields-from-collector.js';

export function loanOf({ organizationId, accountId, externalId }: PayableAccountRow): LoanReference {
  return { organizationId, accountId, externalId };
}

/** What the loan system is to post. */
export function orderOf(account: PayableAccountRow, id: string, body: RecordPaymentBody): PaymentOrder {
  return {
    loan: loanOf(account),
    externalReference: id,
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
