import { z } from 'zod';
import { operation } from '../../declare-operation-route.js';
import type { GetDisputeQuery, GetDisputeQueryVariables } from '../../generated/operations.js';
import { organizationQuery } from '../../request/list-query.js';

/** The object of `dispute.*` events. */
export const getDispute = operation({
  operationId: 'getDispute',
  method: 'GET',
  path: '/v1/disputes/{id}',
  summary: 'Read a dispute',
  description:
    'A dispute in the state that the card processor last reported: the object of `dispute.*` events. `processor_dispute_id` identifies it at the processor, where evidence is submitted.',
  tag: 'Disputes',
  refusals: ['dispute_not_found'],
  area: 'v1',
  scope: 'autopay:read',
  request: z.object({ path: z.object({ id: z.string() }), query: organizationQuery }),
  variables: ({ path }): GetDisputeQueryVariables => path,
  success: ({ dispute }: GetDisputeQuery) => ({ status: 200, body: dispute }),
});
