import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetPaymentQuery, GetPaymentQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** Polled for the outcome of an unconfirmed payment. */
export const getPayment = operation({
  operationId: 'getPayment',
  method: 'GET',
  path: '/v1/payments/{payment_id}',
  summary: 'Read a payment',
  description: 'Poll this while a payment is `pending_confirmation` or `reversal_pending`.',
  tag: 'Payments',
  refusals: ['payment_not_found'],
  area: 'v1',
  scope: 'external_payments:read',
  request: z.object({ path: z.object({ payment_id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetPaymentQueryVariables => path,
  success: ({ payment }: GetPaymentQuery) => ({ status: 200, body: payment }),
});
