import { todayIn } from '../../format/dates';

/** The time zones of the lenders' business days. */
const TIME_ZONE = 'America/New_York';

export interface LenderDay {
  /** The latest current date among the lenders. */
  readonly day: string;
  /** Places of lenders with another date. */
  readonly elsewhere: readonly { readonly place: string; readonly on: string }[];
}

/** The current date in the lenders' time zones; until they are known, in New York. */
export function todayOf(
  lenders: readonly { readonly today: string; readonly timeZone: string }[] | undefined,
): LenderDay {
  const days = (lenders ?? []).map(({ today }) => today).sort();
  const day = days.at(-1) ?? todayIn(TIME_ZONE);
  const behind = (lenders ?? []).filter(({ today }) => today !== day);
  const places = new Map(behind.map(({ timeZone, today }) => [placeOf(timeZone), today]));
  return { day, elsewhere: [...places].map(([place, on]) => ({ place, on })) };
}

function placeOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}
