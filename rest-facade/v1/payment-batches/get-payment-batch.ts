import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetPaymentBatchQuery, GetPaymentBatchQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** Polled while the batch is processed. */
export const getPaymentBatch = operation({
  operationId: 'getPaymentBatch',
  method: 'GET',
  path: '/v1/payment-batches/{batch_id}',
  summary: 'Read a batch of payments',
  description:
    'Its progress, and the number of rows with each outcome. Poll it while it is `accepted` or `processing`, and after that while payments are `pending_confirmation`.',
  tag: 'Payment batches',
  refusals: ['payment_batch_not_found'],
  area: 'v1',
  scope: 'external_payments:read',
  request: z.object({ path: z.object({ batch_id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetPaymentBatchQueryVariables => path,
  success: ({ paymentBatch }: GetPaymentBatchQuery) => ({ status: 200, body: paymentBatch }),
});
