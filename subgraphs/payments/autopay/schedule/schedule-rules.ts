import type { CreateScheduleBody, UpdateScheduleBody } from '../../../../core/contract/autopay.js';
import { Problem } from '../../../../core/errors/problem.js';
import { type ValidationIssue, wrongValue } from '../../../../core/errors/validation.js';
import { cents } from '../../../../core/money.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import type { AutopayScheduleRow, ScheduleToRun } from './autopay-schedule.store.js';
import { type Cadence, firstRun } from './cadence.js';

type Stated = Pick<CreateScheduleBody, 'frequency_unit' | 'frequency_interval' | 'start_date' | 'anchor_day'>;

export function cadenceOf(body: Stated): Cadence {
  return {
    frequencyUnit: body.frequency_unit,
    frequencyInterval: body.frequency_interval,
    startDate: body.start_date,
    anchorDay: body.anchor_day ?? null,
  };
}

/** The errors in the dates of a schedule created on a given day. */
export function wrongDates(
  body: Stated & Pick<CreateScheduleBody, 'end_date'>,
  today: IsoDate,
): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (body.start_date < today) {
    issues.push(wrongValue('start_date', `start_date must be ${today} or later`, body.start_date));
  }
  const first = firstRun(cadenceOf(body));
  if (first < body.start_date) {
    issues.push(wrongValue('start_date', 'the first run would be after the year 9999', body.start_date));
  }
  if (body.end_date && body.end_date < first) {
    issues.push(wrongValue('end_date', `end_date must not be before the first run, ${first}`, body.end_date));
  }
  return issues;
}

/**
 * The schedule after a change; its end date is checked later. @throws {Problem} the 409 of a schedule that has
 * ended.
 */
export function changed(schedule: ScheduleToRun, body: UpdateScheduleBody): ScheduleToRun {
  if (schedule.status === 'cancelled') throw new Problem('autopay_schedule_cancelled');
  if (schedule.status === 'expired') throw new Problem('autopay_schedule_expired');
  return {
    ...schedule,
    paymentMethodId: body.payment_method_id ?? schedule.paymentMethodId,
    amountCents: body.amount_cents === undefined ? schedule.amountCents : cents(body.amount_cents),
    endDate: body.end_date === undefined ? schedule.endDate : body.end_date,
    status: body.status ?? schedule.status,
  };
}

/** The error in the new end date of an existing schedule. */
export function wrongEnd({ startDate, endDate }: Pick<AutopayScheduleRow, 'startDate' | 'endDate'>) {
  if (endDate === null || endDate >= startDate) return [];
  return [wrongValue('end_date', 'end_date must not be before start_date', endDate)];
}

/** Whether the end date has passed: nothing is charged after it, and earlier dates without a run are missed. */
export function isPast({ endDate }: Pick<AutopayScheduleRow, 'endDate'>, today: IsoDate): boolean {
  return endDate !== null && endDate < today;
}

/** Whether no run will follow: the next one would be after the end date. */
export function isOver({ endDate, nextDueOn }: Pick<ScheduleToRun, 'endDate' | 'nextDueOn'>): boolean {
  return endDate !== null && nextDueOn > endDate;
}
