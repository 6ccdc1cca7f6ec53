import type { WrittenAnswer } from '../../../core/errors/problem.js';
import { written } from '../../../core/errors/written.js';
import type { AutopayScheduleRow, LastRunRow } from './autopay-schedule.store.js';

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
    last_run: schedule.lastRun === null ? null : writtenRun(schedule.lastRun),
  });
}

function writtenRun(run: LastRunRow) {
  return {
    id: run.id,
    run_date: run.dueOn,
    status: run.status,
    amount_cents: run.amountCents,
    failure_code: run.failureCode,
    next_try_on: run.nextTryOn,
  };
}
