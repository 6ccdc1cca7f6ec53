import { z } from 'zod';
import type { ListAutopayRunsQuery, ListAutopayRunsQueryVariables } from '../../generated/operations.js';
import { listQuery } from '../../request/list-query.js';
import { mirrored } from '../mirrored.js';

/** What became of each date of a schedule: charged, tried again, given up, missed. */
export const listAutopayRuns = mirrored({
  operationId: 'listAutopayRuns',
  method: 'GET',
  path: '/autopay/{id}/runs',
  summary: 'List the runs of an autopay schedule',
  description:
    'What became of its dates, latest date first; `from` and `to` are dates that runs are for. `amount_cents` and `attempts` are of charging; `transaction_id` is there once the account shows the payment.',
  tag: 'Autopay',
  refusals: ['autopay_schedule_not_found'],
  scope: 'autopay:read',
  request: z.object({ path: z.object({ id: z.string() }), query: listQuery }),
  variables: ({ path, query }): ListAutopayRunsQueryVariables => ({ schedule_id: path.id, ...query }),
  success: ({ scheduleRuns }: ListAutopayRunsQuery) => ({ status: 200, body: scheduleRuns }),
});
