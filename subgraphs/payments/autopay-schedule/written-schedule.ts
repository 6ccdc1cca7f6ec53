import type { WrittenAnswer } from '../../../core/errors/problem.js';
import { written } from '../../../core/errors/written.js';
import type { AutopayScheduleRow } from './autopay-schedule.store.js';

/** A schedule as creating it answers: as the document that reads one over REST; a test holds the bytes of both together. */
export function writtenSchedule(schedule: AutopayScheduleRow): WrittenAnswer {
  return written(201, {
    id: schedule.id,
    account_id: schedule.accountId,
    payment_method_id: schedule.paymentMethodId,
    amount_cents: schedule.amountCents,
    frequency_unit: schedule.frequencyUnit,
    frequency_interval: schedule.frequencyInterval,
    start_date: schedule.startDate,
    anchor_day: schedule.anchorDay,
    end_date: schedule.endDate,
    next_run_date: schedule.nextRunDate,
    status: schedule.status,
  });
}
