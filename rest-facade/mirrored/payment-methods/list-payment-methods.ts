import { z } from 'zod';
import { queryBoolean } from '../../../core/contract/query-parameters.js';
import type { ListPaymentMethodsQuery, ListPaymentMethodsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** Includes inactive ones; filter `party_id`; newest first. */
export const listPaymentMethods = mirrored({
  operationId: 'listPaymentMethods',
  method: 'GET',
  path: '/payment-methods',
  summary: 'List payment methods',
  description:
    'Newest first, including inactive ones unless `is_active` is given; `from` and `to` are days of storage (UTC).',
  tag: 'Payment methods',
  scope: 'payment_methods:read',
  request: z.object({
    query: listQuery.safeExtend({
      party_id: z.string().describe('Only payment methods of this person.').optional(),
      is_active: queryBoolean.describe('Only active, or only inactive payment methods.').optional(),
    }),
  }),
  variables: ({ query }): ListPaymentMethodsQueryVariables => query,
  success: ({ paymentMethods }: ListPaymentMethodsQuery) => ({ status: 200, body: paymentMethods }),
});
