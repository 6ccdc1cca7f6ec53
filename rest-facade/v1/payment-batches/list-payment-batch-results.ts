import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type {
  GetPaymentBatchResultFileQuery,
  ListPaymentBatchResultsQuery,
  ListPaymentBatchResultsQueryVariables,
} from '../../generated/operations.js';
import { csvFile } from '../../list-as-csv-file.js';
import { pageQuery } from '../page-query.js';

/** A page of rows, or with `Accept: text/csv` all of them. */
export const listPaymentBatchResults = operation({
  operationId: 'listPaymentBatchResults',
  method: 'GET',
  path: '/v1/payment-batches/{batch_id}/results',
  summary: 'List the results of a batch',
  description:
    'The rows in order, each with its payment’s current state. With `Accept: text/csv` all rows as a file; cursor and limit are validated but have no effect.',
  tag: 'Payment batches',
  refusals: ['payment_batch_not_found'],
  area: 'v1',
  scope: 'external_payments:read',
  csvFile: csvFile({
    operationId: 'getPaymentBatchResultFile',
    name: ({ batch_id }) => `payment-batch-${batch_id}`,
    text: ({ paymentBatchResultFile }: GetPaymentBatchResultFileQuery) => paymentBatchResultFile,
  }),
  request: z.object({ path: z.object({ batch_id: z.string() }), query: pageQuery }),
  variables: ({ path, query: { limit, cursor } }): ListPaymentBatchResultsQueryVariables => ({
    ...path,
    limit,
    cursor,
  }),
  success: ({ paymentBatchResults }: ListPaymentBatchResultsQuery) => ({ status: 200, body: paymentBatchResults }),
});
