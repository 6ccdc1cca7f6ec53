import { addDays, type IsoDate } from '../../../../core/time/dates.js';
import { type Cadence, runAfter } from '../schedule/cadence.js';

/** Days after the due date, or after a release, on which a charge that was declined is tried again. */
export const RETRY_DAYS = [1, 3, 7] as const;
const LAST_DAY = 7;

/** A date of a schedule, as far as its retries depend on it. */
export interface DueDate {
  /** The day that its tries are counted from: the due date, or the day on which a person released it. */
  readonly firstTryOn: IsoDate;
  /** The schedule's next date; null when its end comes before. */
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

/** When to try again what was declined today; null: never, the next date of the schedule takes over, or the days are used up. */
export function nextTryOn({ firstTryOn, nextDueOn }: DueDate, today: IsoDate): IsoDate | null {
  const next = RETRY_DAYS.map((days) => addDays(firstTryOn, days)).find((day) => day > today);
  if (next === undefined || (nextDueOn !== null && next >= nextDueOn)) return null;
  return next;
}

/**
 * Whether a date may not be charged for any more: the next one has come, or its days are over. One that is first tried late,
 * after downtime or a pause, has the day that it is tried on.
 */
export function isOverdue({ firstTryOn, nextDueOn }: DueDate, tryOn: IsoDate | null, today: IsoDate): boolean {
  if (nextDueOn !== null && today >= nextDueOn) return true;
  const lastDay = addDays(firstTryOn, LAST_DAY);
  return today > (tryOn !== null && tryOn > lastDay ? tryOn : lastDay);
}
