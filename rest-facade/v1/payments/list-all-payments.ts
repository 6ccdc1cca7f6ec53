import { z } from 'zod';
import { COLLECTED_PAYMENT_STATUSES, externalReference } from '../../../core/contract/collected-payment.js';
import type { ListAllPaymentsQuery, ListAllPaymentsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { operation } from '../../route.js';

/** Payments recorded through this API on any account in scope, newest first. */
export const listAllPayments = operation({
  operationId: 'listAllPayments',
  method: 'GET',
  path: '/v1/payments',
  summary: 'List payments',
  description:
    'Those that were recorded through this API on any account in scope, newest first; `from` and `to` are the days (UTC) on which they were recorded. Who has lost an answer finds the payment by its `external_reference`, or by its key at `/v1/idempotency-keys/{idempotency_key}`.',
  tag: 'Payments',
  refusals: ['account_not_found'],
  area: 'v1',
  scope: 'external_payments:read',
  request: z.object({
    query: listQuery.safeExtend({
      account_id: z.string().describe('Only those on this account.').optional(),
      status: z.enum(COLLECTED_PAYMENT_STATUSES).describe('Only those that stand there.').optional(),
      external_reference: externalReference.describe('Only those with this reference, exactly.').optional(),
    }),
  }),
  variables: ({ query }): ListAllPaymentsQueryVariables => query,
  success: ({ payments }: ListAllPaymentsQuery) => ({ status: 200, body: payments }),
});
