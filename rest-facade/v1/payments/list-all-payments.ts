import { z } from 'zod';
import { externalReference } from '../../../core/contract/collected-payment.js';
import { operation } from '../../declare-operation-route.js';
import type { ListAllPaymentsQuery, ListAllPaymentsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { checkRanges, paymentFilters, paymentFilterVariables } from './payment-filters.js';

/** Payments recorded through this API on any account in scope, newest first. */
export const listAllPayments = operation({
  operationId: 'listAllPayments',
  method: 'GET',
  path: '/v1/payments',
  summary: 'List payments',
  description:
    'Payments recorded through this API on any account in scope, newest first; `from` and `to` are days of recording (`created_at`, UTC). With `effective_date`, `effective_from` or `effective_to`, the list is ordered by the business day on which payments were applied, latest first. A client that lost a response finds its payment by `external_reference`, or by its key at `/v1/idempotency-keys/{idempotency_key}`.',
  tag: 'Payments',
  refusals: ['account_not_found'],
  area: 'v1',
  scope: 'external_payments:read',
  request: z.object({
    query: listQuery
      .safeExtend({
        account_id: z.string().describe('Only payments on this account.').optional(),
        ...paymentFilters,
        external_reference: externalReference.describe('Only payments with exactly this reference.').optional(),
      })
      .superRefine(checkRanges),
  }),
  variables: ({ query }): ListAllPaymentsQueryVariables => {
    const { organization_id, account_id, external_reference, from, to, limit, cursor } = query;
    return {
      organization_id,
      account_id,
      external_reference,
      from,
      to,
      limit,
      cursor,
      ...paymentFilterVariables(query),
    };
  },
  success: ({ payments }: ListAllPaymentsQuery) => ({ status: 200, body: payments }),
});
