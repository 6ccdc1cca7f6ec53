import { z } from 'zod';
import { AUTOPAY_RUN_STATUSES } from '../../../core/contract/autopay.js';
import { operation } from '../../declare-operation-route.js';
import type { ListAllAutopayRunsQuery, ListAllAutopayRunsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';

/** Runs of every schedule in scope, newest first. */
export const listAllAutopayRuns = operation({
  operationId: 'listAllAutopayRuns',
  method: 'GET',
  path: '/v1/autopay-runs',
  summary: 'List autopay runs',
  description:
    'Runs of every schedule in scope, newest first; `from` and `to` are the days (UTC) on which runs started. With `status=held`: runs that need a person’s decision.',
  tag: 'Autopay',
  area: 'v1',
  scope: 'autopay:read',
  request: z.object({
    query: listQuery.safeExtend({
      account_id: z.string().describe('Only runs on this account.').optional(),
      status: z.enum(AUTOPAY_RUN_STATUSES).describe('Only runs with this status.').optional(),
    }),
  }),
  variables: ({ query }): ListAllAutopayRunsQueryVariables => query,
  success: ({ autopayRuns }: ListAllAutopayRunsQuery) => ({ status: 200, body: autopayRuns }),
});
