import { z } from 'zod';
import { reversePaymentBody } from '../../../core/contract/collected-payment.js';
import type { ReversePaymentMutation, ReversePaymentMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, replayHeader } from '../../idempotency.js';
import { operation } from '../../route.js';

/** Spec 4.1: 201 when reversed, 202 while the loan system has not confirmed. Both members are optional, so is the body. */
export const reversePayment = operation({
  operationId: 'reversePayment',
  method: 'POST',
  path: '/v1/payments/{payment_id}/reversal',
  area: 'v1',
  scope: 'external_payments:write',
  request: z.object({
    path: z.object({ payment_id: z.string() }),
    header: idempotencyHeader,
    body: reversePaymentBody.default({}),
  }),
  variables: ({ path, header, body }): ReversePaymentMutationVariables => ({
    ...path,
    ...body,
    idempotency_key: header['Idempotency-Key'],
  }),
  success: ({ reversePayment: { payment, replayed } }: ReversePaymentMutation) => ({
    status: payment.status === 'reversal_pending' ? 202 : 201,
    body: payment,
    ...replayHeader(replayed),
  }),
});
