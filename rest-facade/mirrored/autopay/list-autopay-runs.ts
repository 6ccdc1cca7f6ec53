import { z } from 'zod';
import type { ListAutopayRunsQuery, ListAutopayRunsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** The outcome of each date of a schedule: charged, retrying, given up, missed. */
export const listAutopayRuns = mirrored({
  operationId: 'listAutopayRuns',
  method: 'GET',
  path: '/autopay/{id}/runs',
  summary: 'List the runs of an autopay schedule',
  description:
    'The outcome of each date, latest date first; `from` and `to` are due dates of runs. `amount_cents` and `attempts` are those of the charge; `transaction_id` is set once the account shows the payment.',
  tag: 'Autopay',
  refusals: ['autopay_schedule_not_found'],
  scope: 'autopay:read',
  request: z.object({ path: z.object({ id: z.string() }), query: listQuery }),
  variables: ({ path, query }): ListAutopayRunsQueryVariables => ({ schedule_id: path.id, ...query }),
  success: ({ scheduleRuns }: ListAutopayRunsQuery) => ({ status: 200, body: scheduleRuns }),
});
