import { z } from 'zod';
import type {
  DeleteAutopayScheduleMutation,
  DeleteAutopayScheduleMutationVariables,
} from '../../generated/operations.js';
import { commonQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** Cancels; 204 again if it has already ended. */
export const deleteAutopaySchedule = mirrored({
  operationId: 'deleteAutopaySchedule',
  method: 'DELETE',
  path: '/autopay/{id}',
  summary: 'Cancel an autopay schedule',
  description: 'Repeatable; an expired schedule stays expired.',
  tag: 'Autopay',
  refusals: ['autopay_schedule_not_found'],
  scope: 'autopay:write',
  request: z.object({ path: z.object({ id: z.string() }), query: commonQuery }),
  variables: ({ path }): DeleteAutopayScheduleMutationVariables => path,
  success: (_: DeleteAutopayScheduleMutation) => ({ status: 204 }),
});
