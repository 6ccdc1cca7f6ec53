import { z } from 'zod';
import { updateScheduleBody } from '../../../core/contract/autopay.js';
import { withoutUndefined } from '../../../core/contract/checked-write.js';
import type {
  UpdateAutopayScheduleMutation,
  UpdateAutopayScheduleMutationVariables,
} from '../../generated/operations.js';
import { commonQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** Method, amount, end date, and pause state; cadence and start date are immutable. */
export const updateAutopaySchedule = mirrored({
  operationId: 'updateAutopaySchedule',
  method: 'PATCH',
  path: '/autopay/{id}',
  summary: 'Update an autopay schedule',
  description:
    'Changes payment method, amount, end date, and pause; cadence and start date never change. Omitted fields do not change. A new card is refused once its expiry month has ended (New York); the schedule’s existing card stays in use.',
  tag: 'Autopay',
  refusals: ['autopay_schedule_not_found', 'autopay_schedule_cancelled', 'autopay_schedule_expired'],
  scope: 'autopay:write',
  request: z.object({ path: z.object({ id: z.string() }), query: commonQuery, body: updateScheduleBody }),
  answers: { 200: { status: 'paused' } },
  variables: ({ path, body }): UpdateAutopayScheduleMutationVariables => ({
    ...path,
    input: withoutUndefined({
      paymentMethodId: body.payment_method_id,
      amountCents: body.amount_cents,
      endDate: body.end_date,
      status: body.status,
    }),
  }),
  success: ({ updateAutopaySchedule }: UpdateAutopayScheduleMutation) => ({ status: 200, body: updateAutopaySchedule }),
});
