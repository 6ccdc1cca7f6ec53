import { z } from 'zod';
import { type CamelCased, camelCased } from '../../../core/contract/case-conversion.js';
import { earlierRecordPaymentBody, type RecordPaymentBody } from '../../../core/contract/collected-payment.js';
import { operation, type PassesEveryMember, type WithMembers } from '../../declare-operation-route.js';
import type {
  CollectedPaymentFieldsFragment,
  RecordPaymentInput,
  RecordPaymentMutation,
  RecordPaymentMutationVariables,
} from '../../generated/operations.js';
import { idempotencyHeader, storedPendingAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

/** Request fields that the response must repeat; the card brand is in it under the payment's source. */
type RepeatedField = Exclude<keyof RecordPaymentBody, 'card_brand'>;

/** 201 when posted, 202 while the loan system has not confirmed. */
export const recordPayment = operation({
  operationId: 'recordPayment',
  method: 'POST',
  path: '/v1/accounts/{account_id}/payments',
  summary: 'Record a collected payment',
  description:
    'Posts as of the loan system’s current business day. `check_number` is required for `check`, `money_order` and `cashiers_check`, `card_brand` for `card`; neither is allowed for other methods. After a 202 poll the payment; after a 503 or 504 send the same request again with the same key.',
  tag: 'Payments',
  refusals: [
    'account_not_found',
    'account_not_payable',
    'amount_exceeds_payoff',
    'servicing_rejected',
    'posting_unavailable',
    'idempotency_conflict',
    'idempotency_in_progress',
  ],
  area: 'v1',
  scope: 'external_payments:write',
  request: z.object({
    path: z.object({ account_id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
    // The service applies today's rule for stored texts, after it has found that the key is new.
    body: earlierRecordPaymentBody,
  }),
  answers: {
    201: { status: 'posted' },
    202: { status: 'pending_confirmation', effective_date: null, reference_number: null, posted_at: null },
  },
  variables: ({ path, header, body }): RecordPaymentMutationVariables => ({
    ...path,
    idempotency_key: header['Idempotency-Key'],
    input: camelCased(body) satisfies PassesEveryMember<CamelCased<RecordPaymentBody>, RecordPaymentInput>,
  }),
  answered: { operationId: 'getPayment', member: 'payment' },
  success: ({ recordPayment }: WithMembers<CollectedPaymentFieldsFragment, RepeatedField, RecordPaymentMutation>) =>
    storedPendingAnswer(recordPayment, '/v1/payments', 'payment_id'),
});
