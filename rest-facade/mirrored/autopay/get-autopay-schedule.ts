import { z } from 'zod';
import type { GetAutopayScheduleQuery, GetAutopayScheduleQueryVariables } from '../../generated/operations.js';
import { commonQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** 404 when not reachable; ended schedules stay visible. */
export const getAutopaySchedule = mirrored({
  operationId: 'getAutopaySchedule',
  method: 'GET',
  path: '/autopay/{id}',
  summary: 'Read an autopay schedule',
  description: 'Ended schedules are shown too.',
  tag: 'Autopay',
  refusals: ['autopay_schedule_not_found'],
  scope: 'autopay:read',
  request: z.object({ path: z.object({ id: z.string() }), query: commonQuery }),
  variables: ({ path }): GetAutopayScheduleQueryVariables => path,
  success: ({ autopaySchedule }: GetAutopayScheduleQuery) => ({ status: 200, body: autopaySchedule }),
});
