import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { ResumePaymentBatchMutation, ResumePaymentBatchMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, storedPendingAnswer } from '../../idempotency-header-and-answers.js';
import { organizationQuery } from '../../request/list-query.js';

/** 202 with the batch, which is processed again. */
export const resumePaymentBatch = operation({
  operationId: 'resumePaymentBatch',
  method: 'POST',
  path: '/v1/payment-batches/{batch_id}/resume',
  summary: 'Resume a batch that stopped',
  description:
    'Continues after the refused row, and retries rows whose loan system was unavailable. From now on the caller’s key is the one that records its payments.',
  tag: 'Payment batches',
  refusals: [
    'payment_batch_not_found',
    'payment_batch_not_stopped',
    'too_many_open_batches',
    'idempotency_conflict',
    'idempotency_in_progress',
  ],
  area: 'v1',
  scope: 'external_payments:write',
  request: z.object({
    path: z.object({ batch_id: z.string() }),
    query: organizationQuery,
    header: idempotencyHeader,
  }),
  answers: { 202: { status: 'accepted', stop_reason: null, finished_at: null } },
  variables: ({ path, header }): ResumePaymentBatchMutationVariables => ({
    ...path,
    idempotency_key: header['Idempotency-Key'],
  }),
  answered: { operationId: 'getPaymentBatch', member: 'paymentBatch' },
  success: (answer: ResumePaymentBatchMutation) =>
    storedPendingAnswer(answer.resumePaymentBatch, '/v1/payment-batches', 'batch_id'),
});
