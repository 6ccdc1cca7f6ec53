import { z } from 'zod';
import type { ResumePaymentBatchMutation, ResumePaymentBatchMutationVariables } from '../../generated/operations.js';
import { idempotencyHeader, keptPendingAnswer } from '../../idempotency.js';
import { operation } from '../../operation.js';
import { organizationQuery } from '../../request/list-query.js';

/** 202 with the batch, which is worked on again. */
export const resumePaymentBatch = operation({
  operationId: 'resumePaymentBatch',
  method: 'POST',
  path: '/v1/payment-batches/{batch_id}/resume',
  summary: 'Resume a batch that stopped',
  description:
    'Goes on behind the row that was refused, and tries rows again whose loan system was unavailable. The key of the caller answers for its payments from now on.',
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
    keptPendingAnswer(answer.resumePaymentBatch, '/v1/payment-batches', 'batch_id'),
});
