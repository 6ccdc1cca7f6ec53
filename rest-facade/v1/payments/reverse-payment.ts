import { z } from 'zod';
import { earlierReversePaymentBody } from '../../../core/contract/collected-payment.js';
import { operation } from '../../declare-operation-route.js';
import type { ReversePaymentMutation, ReversePaymentMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedPendingAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

const CHECK = { payment_method: 'check', check_number: 10_482 };
const ASKED_FOR = { reason: 'Returned by the bank', is_nsf: true, reversed_by: 'k7d2m9qa' };

/** 201 when reversed, 202 while the loan system has not confirmed. Both members are optional, so is the body. */
export const reversePayment = operation({
  operationId: 'reversePayment',
  method: 'POST',
  path: '/v1/payments/{payment_id}/reversal',
  summary: 'Reverse a payment',
  description: 'Only a `posted` payment of the caller’s own organization. After a 202 poll the payment.',
  tag: 'Payments',
  refusals: [
    'payment_not_found',
    'payment_not_reversible',
    'servicing_rejected',
    'posting_unavailable',
    'idempotency_conflict',
    'idempotency_in_progress',
  ],
  area: 'v1',
  scope: 'external_payments:write',
  request: z.object({
    path: z.object({ payment_id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
    // As in record-payment.ts.
    body: earlierReversePaymentBody.default({}),
  }),
  answers: {
    201: {
      ...CHECK,
      status: 'reversed',
      reversal: { ...ASKED_FOR, reversed_at: '2026-11-23T09:12:44.000Z', reference_number: 100_232 },
    },
    202: {
      ...CHECK,
      status: 'reversal_pending',
      reversal: { ...ASKED_FOR, reversed_at: null, reference_number: null },
    },
  },
  variables: ({ path, header, body }): ReversePaymentMutationVariables => ({
    ...path,
    ...body,
    idempotency_key: header['Idempotency-Key'],
  }),
  answered: { operationId: 'getPayment', member: 'payment' },
  success: ({ reversePayment }: ReversePaymentMutation) =>
    storedPendingAnswer(reversePayment, '/v1/payments', 'payment_id'),
});
