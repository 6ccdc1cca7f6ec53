import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { ListPaymentsQuery, ListPaymentsQueryVariables } from '../../generated/operations.js';
import { pageQuery } from '../page-query.js';

/** Payments recorded through this API, newest first. */
export const listPayments = operation({
  operationId: 'listPayments',
  method: 'GET',
  path: '/v1/accounts/{account_id}/payments',
  summary: "List an account's payments",
  description: 'Payments recorded through this API, newest first.',
  tag: 'Payments',
  refusals: ['account_not_found'],
  area: 'v1',
  scope: 'external_payments:read',
  request: z.object({ path: z.object({ account_id: z.string() }), query: pageQuery }),
  variables: ({ path, query: { limit, cursor } }): ListPaymentsQueryVariables => ({ ...path, limit, cursor }),
  success: ({ payments }: ListPaymentsQuery) => ({ status: 200, body: payments }),
});
