import { todayIn } from '../format/dates';
import { BUSINESS_ZONE, placeOf } from '../format/time-zones';
import { type Lender, useCoveredLenders } from './lenders';

/** A date that is today for some of the lenders. */
export interface LenderDay {
  readonly day: string;
  /** The places of their time zones. */
  readonly places: readonly string[];
}

/** The current dates of the lenders that the page covers, the latest first; New York's where there is no lender. */
export function useLenderDays(): readonly [LenderDay, ...LenderDay[]] {
  const [latest, ...others] = daysOf(useCoveredLenders());
  return latest === undefined
    ? [{ day: todayIn(BUSINESS_ZONE), places: [placeOf(BUSINESS_ZONE)] }]
    : [latest, ...others];
}

/** The latest of these dates. */
export function useToday(): string {
  return useLenderDays()[0].day;
}

export function daysOf(lenders: readonly Lender[]): readonly LenderDay[] {
  const days = [...new Set(lenders.map(({ today }) => today))].sort().reverse();
  return days.map((day) => ({
    day,
    places: [...new Set(lenders.filter(({ today }) => today === day).map(({ timeZone }) => placeOf(timeZone)))],
  }));
}
