import { z } from 'zod';
import { recordPaymentBody } from '../../../core/contract/collected-payment.js';
import type { RecordPaymentMutation, RecordPaymentMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, replayHeader } from '../../idempotency.js';
import { operation } from '../../route.js';

/** Spec 4.1, 4.2: 201 when posted, 202 while the loan system has not confirmed (spec 3.1). */
export const recordPayment = operation({
  operationId: 'recordPayment',
  method: 'POST',
  path: '/v1/accounts/{account_id}/payments',
  area: 'v1',
  scope: 'external_payments:write',
  request: z.object({
    path: z.object({ account_id: z.string() }),
    header: idempotencyHeader,
    body: recordPaymentBody,
  }),
  variables: ({ path, header, body }): RecordPaymentMutationVariables => ({
    ...path,
    ...body,
    idempotency_key: header['Idempotency-Key'],
  }),
  success: ({ recordPayment: { payment, replayed } }: RecordPaymentMutation) => ({
    status: payment.status === 'pending_confirmation' || payment.status === 'pending' ? 202 : 201,
    body: payment,
    ...replayHeader(replayed),
  }),
});
