import { encodeTime } from 'ulid';
import type { DateRange } from '../../../../core/contract/date-range.js';
import { AFTER_EVERY_ID } from '../../../../core/db/paged-lists.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import type { IdBounds } from './audit-entry.reads.store.js';

/** More than the time zones of a day, and than the clocks of two processes differ. */
const SLACK_MS = 2 * 24 * 3_600_000;
const RANDOM_LENGTH = 16;
/** The last time that an id can have. */
const LAST_MS = 281_474_976_710_655;

/** Ids that are around those of the entries of these dates: an id begins with the time of its entry. */
export function idsOfDates({ from, to }: DateRange): IdBounds {
  return {
    leastId: from === null ? '' : idAt(startOf(from) - SLACK_MS),
    mostId: to === null ? AFTER_EVERY_ID : idAt(startOf(to) + SLACK_MS),
  };
}

/** The least id of a time. */
function idAt(ms: number): string {
  return encodeTime(Math.min(Math.max(ms, 0), LAST_MS)) + '0'.repeat(RANDOM_LENGTH);
}

function startOf(day: IsoDate): number {
  return Date.parse(`${day}T00:00:00Z`);
}
