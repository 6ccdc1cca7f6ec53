import { z } from 'zod';
import { AUTOPAY_STATUSES } from '../../../core/contract/autopay.js';
import { severalOf } from '../../../core/contract/query-parameters.js';
import type { ListAutopaySchedulesQuery, ListAutopaySchedulesQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** Filter `account_id`; newest first. */
export const listAutopaySchedules = mirrored({
  operationId: 'listAutopaySchedules',
  method: 'GET',
  path: '/autopay',
  summary: 'List autopay schedules',
  description:
    'Newest first, including ended schedules unless `status` is given; `from` and `to` are days of creation (UTC).',
  tag: 'Autopay',
  scope: 'autopay:read',
  request: z.object({
    query: listQuery.safeExtend({
      account_id: z.string().describe('Only schedules of this account.').optional(),
      status: severalOf(AUTOPAY_STATUSES).describe('Only schedules with this status; may be repeated.').optional(),
    }),
  }),
  variables: ({ query: { status, ...query } }): ListAutopaySchedulesQueryVariables => ({ ...query, statuses: status }),
  success: ({ autopaySchedules }: ListAutopaySchedulesQuery) => ({ status: 200, body: autopaySchedules }),
});
