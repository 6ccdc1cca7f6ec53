import { Temporal } from 'temporal-polyfill';

/** A moment at which the calendar tests run, or a time zone of the machine. */
export interface Day {
  readonly name: string;
  /** Undefined: the real time. */
  readonly at?: Temporal.ZonedDateTime;
  /** The time zone as `TZ`. Default: the machine's own. */
  readonly zone?: string;
}

/** The time zone in which loans are serviced. */
export const NEW_YORK = 'America/New_York';

const SATURDAY = 6;
const SUNDAY = 7;
const THURSDAY = 4;
const NOON = '12:00';

/** The days of `npm run test:dates`: the next special days after `now`, so the tests use other days every year. */
export function daysAfter(now: Temporal.Instant): readonly Day[] {
  const today = now.toZonedDateTimeISO(NEW_YORK).toPlainDate();
  const next = (isIt: (date: Temporal.PlainDate) => boolean) => nextDay(today, isIt);
  const thanksgiving = next(isThanksgiving);
  const yearly = (month: number, day: number) => next((date) => date.month === month && date.day === day);
  return [
    { name: 'saturday', at: at(next(({ dayOfWeek }) => dayOfWeek === SATURDAY)) },
    { name: 'sunday', at: at(next(({ dayOfWeek }) => dayOfWeek === SUNDAY)) },
    { name: 'day-before-thanksgiving', at: at(thanksgiving.subtract({ days: 1 })) },
    { name: 'thanksgiving', at: at(thanksgiving) },
    { name: 'december-31', at: at(yearly(12, 31)) },
    { name: 'january-1', at: at(yearly(1, 1)) },
    { name: 'february-29', at: at(yearly(2, 29)) },
    // The hour before clocks change: in spring the next hour does not exist, in autumn this hour occurs twice.
    { name: 'clocks-forward', at: at(next(hasHours(23)), '01:30') },
    { name: 'clocks-back', at: at(next(hasHours(25)), '01:30') },
    { name: 'minute-before-midnight', at: at(today.add({ days: 1 }), '23:59') },
    { name: 'one-year-ahead', at: at(today.add({ years: 1 })) },
    { name: 'five-years-ahead', at: at(today.add({ years: 5 })) },
    { name: 'tokyo', zone: 'Asia/Tokyo' },
    { name: 'los-angeles', zone: 'America/Los_Angeles' },
  ];
}

function nextDay(today: Temporal.PlainDate, isIt: (date: Temporal.PlainDate) => boolean): Temporal.PlainDate {
  let date = today.add({ days: 1 });
  while (!isIt(date)) date = date.add({ days: 1 });
  return date;
}

/** The fourth Thursday of November. */
function isThanksgiving({ month, day, dayOfWeek }: Temporal.PlainDate): boolean {
  return month === 11 && dayOfWeek === THURSDAY && Math.ceil(day / 7) === 4;
}

function hasHours(hours: number): (date: Temporal.PlainDate) => boolean {
  return (date) => date.toZonedDateTime(NEW_YORK).hoursInDay === hours;
}

function at(date: Temporal.PlainDate, time: string = NOON): Temporal.ZonedDateTime {
  return date.toZonedDateTime({ timeZone: NEW_YORK, plainTime: time });
}
