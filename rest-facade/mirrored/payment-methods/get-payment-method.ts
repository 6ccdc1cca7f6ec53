import { z } from 'zod';
import type { GetPaymentMethodQuery, GetPaymentMethodQueryVariables } from '../../generated/operations.js';
import { commonQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** 404 when not reachable; an inactive one is shown. */
export const getPaymentMethod = mirrored({
  operationId: 'getPaymentMethod',
  method: 'GET',
  path: '/payment-methods/{id}',
  summary: 'Read a payment method',
  description: 'Inactive payment methods are shown too.',
  tag: 'Payment methods',
  refusals: ['payment_method_not_found'],
  scope: 'payment_methods:read',
  request: z.object({ path: z.object({ id: z.string() }), query: commonQuery }),
  variables: ({ path }): GetPaymentMethodQueryVariables => path,
  success: ({ paymentMethod }: GetPaymentMethodQuery) => ({ status: 200, body: paymentMethod }),
});
