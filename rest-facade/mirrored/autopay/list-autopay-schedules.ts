import { z } from 'zod';
import type { ListAutopaySchedulesQuery, ListAutopaySchedulesQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirrored.js';

/** Filter `account_id`; newest first. */
export const listAutopaySchedules = mirrored({
  operationId: 'listAutopaySchedules',
  method: 'GET',
  path: '/autopay',
  summary: 'List autopay schedules',
  description: 'Newest first, ended ones too.',
  tag: 'Autopay',
  scope: 'autopay:read',
  request: z.object({
    query: listQuery.safeExtend({ account_id: z.string().describe('Only schedules of this account.').optional() }),
  }),
  variables: ({ query }): ListAutopaySchedulesQueryVariables => query,
  success: ({ autopaySchedules }: ListAutopaySchedulesQuery) => ({ status: 200, body: autopaySchedules }),
});
