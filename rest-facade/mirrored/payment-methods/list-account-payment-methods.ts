import { z } from 'zod';
import type {
  ListAccountPaymentMethodsQuery,
  ListAccountPaymentMethodsQueryVariables,
} from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** Only active methods of borrowers on the account, eligible to fund autopay or payments. */
export const listAccountPaymentMethods = mirrored({
  operationId: 'listAccountPaymentMethods',
  method: 'GET',
  path: '/accounts/{id}/payment-methods',
  summary: "List an account's payment methods",
  description:
    'Only active payment methods of borrowers on the account that can fund autopay or payments: chargeable, and for cards not past the last day of the expiry month (New York).',
  tag: 'Payment methods',
  refusals: ['account_not_found'],
  scope: 'payment_methods:read',
  request: z.object({ path: z.object({ id: z.string() }), query: listQuery }),
  variables: ({ path, query }): ListAccountPaymentMethodsQueryVariables => ({ ...path, ...query }),
  success: ({ accountPaymentMethods }: ListAccountPaymentMethodsQuery) => ({
    status: 200,
    body: accountPaymentMethods,
  }),
});
