import { z } from 'zod';
import { PAYMENT_BATCH_STATUSES } from '../../../core/contract/payment-batch.js';
import { operation } from '../../declare-operation-route.js';
import type { ListPaymentBatchesQuery, ListPaymentBatchesQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';

/** Newest first. */
export const listPaymentBatches = operation({
  operationId: 'listPaymentBatches',
  method: 'GET',
  path: '/v1/payment-batches',
  summary: 'List batches of payments',
  description: 'Newest first; `from` and `to` are dates of creation, UTC. A batch is kept for 90 days after it ended.',
  tag: 'Payment batches',
  area: 'v1',
  scope: 'external_payments:read',
  request: z.object({
    query: listQuery.safeExtend({
      status: z.enum(PAYMENT_BATCH_STATUSES).describe('Only batches with this status.').optional(),
    }),
  }),
  variables: ({ query }): ListPaymentBatchesQueryVariables => query,
  success: ({ paymentBatches }: ListPaymentBatchesQuery) => ({ status: 200, body: paymentBatches }),
});
