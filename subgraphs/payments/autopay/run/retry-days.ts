import { addDays, type IsoDate } from '../../../../core/time/dates.js';
import { type Cadence, runAfter } from '../schedule/cadence.js';

/** Days after the due date, or after a release, on which a declined charge is tried again. */
export const RETRY_DAYS = [1, 3, 7] as const;
const LAST_DAY = 7;

/** The parts of a schedule's date that its retries depend on. */
export interface DueDate {
  /** The day that retries are counted from: the due date, or the day on which a person released the run. */
  readonly firstTryOn: IsoDate;
  /** The schedule's next date; null when the schedule ends before it. */
  readonly nextDueOn: IsoDate | null;
}

export function dueDate(
  schedule: Cadence & { readonly endDate: IsoDate | null },
  { dueOn, releasedOn }: { readonly dueOn: IsoDate; readonly releasedOn: IsoDate | null },
): DueDate {
  const next = runAfter(schedule, dueOn);
  return {
    firstTryOn: releasedOn ?? dueOn,
    nextDueOn: schedule.endDate !== null && next > schedule.endDate ? null : next,
  };
}

/**
 * When to retry a charge that was declined today. Null: never, because the schedule's next date takes over or the
 * retry days are used up.
 */
export function nextTryOn({ firstTryOn, nextDueOn }: DueDate, today: IsoDate): IsoDate | null {
  const next = RETRY_DAYS.map((days) => addDays(firstTryOn, days)).find((day) => day > today);
  if (next === undefined || (nextDueOn !== null && next >= nextDueOn)) return null;
  return next;
}

/**
 * Whether a date may no longer be charged: the next date has come, or its retry days are over. A date whose first
 * try is late, after downtime or a pause, may be charged on the day of that try.
 */
export function isOverdue({ firstTryOn, nextDueOn }: DueDate, tryOn: IsoDate | null, today: IsoDate): boolean {
  if (nextDueOn !== null && today >= nextDueOn) return true;
  const lastDay = addDays(firstTryOn, LAST_DAY);
  return today > (tryOn !== null && tryOn > lastDay ? tryOn : lastDay);
}
