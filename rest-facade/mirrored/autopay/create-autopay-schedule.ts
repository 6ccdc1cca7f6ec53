import { z } from 'zod';
import { createScheduleBody } from '../../../core/contract/autopay.js';
import { idempotencyKey } from '../../../core/contract/checked-write.js';
import type {
  CreateAutopayScheduleMutation,
  CreateAutopayScheduleMutationVariables,
} from '../../generated/operations.js';
import { storedAnswer } from '../../idempotency-header-and-answers.js';
import { commonQuery } from '../../request/list-query.js';
import { mirrored } from '../mirror-operation-in-unversioned-and-v1.js';

/** 201 with the schedule; the Idempotency-Key is optional here. */
export const createAutopaySchedule = mirrored({
  operationId: 'createAutopaySchedule',
  method: 'POST',
  path: '/autopay',
  summary: 'Create an autopay schedule',
  description:
    'The Idempotency-Key is optional here. `anchor_day` is for `month` and `year` only, and clamps to the last day of a short month. A card is refused once its expiry month has ended (New York).',
  tag: 'Autopay',
  refusals: ['organization_inactive', 'account_not_payable', 'idempotency_conflict', 'idempotency_in_progress'],
  scope: 'autopay:write',
  request: z.object({
    query: commonQuery,
    header: z.object({ 'Idempotency-Key': idempotencyKey.optional() }),
    body: createScheduleBody,
  }),
  answers: { 201: { start_date: '2099-01-31', anchor_day: 31, next_run_date: '2099-01-31' } },
  variables: ({ header, body }): CreateAutopayScheduleMutationVariables => ({
    idempotency_key: header['Idempotency-Key'],
    input: {
      accountId: body.account_id,
      paymentMethodId: body.payment_method_id,
      amountCents: body.amount_cents,
      frequencyUnit: body.frequency_unit,
      frequencyInterval: body.frequency_interval,
      startDate: body.start_date,
      anchorDay: body.anchor_day,
      endDate: body.end_date,
    },
  }),
  answered: { operationId: 'getAutopaySchedule', member: 'autopaySchedule' },
  success: (answer: CreateAutopayScheduleMutation) => storedAnswer(answer.createAutopaySchedule),
});
