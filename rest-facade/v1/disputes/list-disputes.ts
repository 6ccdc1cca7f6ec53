import { z } from 'zod';
import { DISPUTE_STATUSES } from '../../../core/contract/dispute-statuses.js';
import { operation } from '../../declare-operation-route.js';
import type { ListDisputesQuery, ListDisputesQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';

/** Disputes of charges in scope, latest opened first. */
export const listDisputes = operation({
  operationId: 'listDisputes',
  method: 'GET',
  path: '/v1/disputes',
  summary: 'List disputes',
  description:
    'Disputes of autopay charges, latest opened first; `from` and `to` are the days (UTC) on which they were opened.',
  tag: 'Disputes',
  area: 'v1',
  scope: 'autopay:read',
  request: z.object({
    query: listQuery.safeExtend({
      account_id: z.string().describe('Only disputes of charges for this account.').optional(),
      status: z.enum(DISPUTE_STATUSES).describe('Only disputes with this status.').optional(),
    }),
  }),
  variables: ({ query: { status, ...query } }): ListDisputesQueryVariables => ({
    ...query,
    statuses: status === undefined ? null : [status],
  }),
  success: ({ disputes }: ListDisputesQuery) => ({ status: 200, body: disputes }),
});
