import { z } from 'zod';
import { queryBoolean } from '../../../core/contract/query.js';
import type { ListPaymentMethodsQuery, ListPaymentMethodsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirrored.js';

/** Includes inactive ones; filter `party_id`; newest first. */
export const listPaymentMethods = mirrored({
  operationId: 'listPaymentMethods',
  method: 'GET',
  path: '/payment-methods',
  summary: 'List payment methods',
  description:
    'Newest first, inactive ones too unless `is_active` says otherwise; `from` and `to` are the days (UTC) on which they were stored.',
  tag: 'Payment methods',
  scope: 'payment_methods:read',
  request: z.object({
    query: listQuery.safeExtend({
      party_id: z.string().describe('Only payment methods of this person.').optional(),
      is_active: queryBoolean.describe('Only active ones, or only inactive ones.').optional(),
    }),
  }),
  variables: ({ query }): ListPaymentMethodsQueryVariables => query,
  success: ({ paymentMethods }: ListPaymentMethodsQuery) => ({ status: 200, body: paymentMethods }),
});
