import { z } from 'zod';
import { AUTOPAY_RUN_STATUSES } from '../../../core/contract/autopay.js';
import type { ListAllAutopayRunsQuery, ListAllAutopayRunsQueryVariables } from '../../generated/operations.js';
import { operation } from '../../operation.js';
import { listQuery } from '../../request/list-query.js';

/** Runs of every schedule in scope, newest first. */
export const listAllAutopayRuns = operation({
  operationId: 'listAllAutopayRuns',
  method: 'GET',
  path: '/v1/autopay-runs',
  summary: 'List autopay runs',
  description:
    'What became of the dates of every schedule in scope, newest first; `from` and `to` are the days (UTC) on which runs were begun. With `status=held` those that wait for a person.',
  tag: 'Autopay',
  area: 'v1',
  scope: 'autopay:read',
  request: z.object({
    query: listQuery.safeExtend({
      account_id: z.string().describe('Only those on this account.').optional(),
      status: z.enum(AUTOPAY_RUN_STATUSES).describe('Only those that stand there.').optional(),
    }),
  }),
  variables: ({ query }): ListAllAutopayRunsQueryVariables => query,
  success: ({ autopayRuns }: ListAllAutopayRunsQuery) => ({ status: 200, body: autopayRuns }),
});
