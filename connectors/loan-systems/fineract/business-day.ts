import { Temporal } from 'temporal-polyfill';
import type { Clock } from '../../../core/time/clock.js';
import { type IsoDate, type IsoInstant, isoDate, isoInstant } from '../../../core/time/dates.js';
import type { Reached } from '../../../loan-model/port.js';
import type { FineractApi } from './fineract-api.js';
import { businessDate } from './response-schemas.js';

const UNSET = /^error\.msg\.businessdate\./;

/**
 * Fineract's business date; if that feature is off, the tenant's own date. It is not moved over weekends: Fineract
 * posts on any day that its working days allow, and refuses a future date.
 */
export async function businessDay(api: FineractApi, clock: Clock, timeZone: string): Promise<Reached<IsoDate>> {
  const path = ['businessdate', 'BUSINESS_DATE'];
  const read = await api.read({ path, schema: businessDate, absence: UNSET });
  // A failure here concerns the whole system, not one loan.
  if (read.kind === 'unavailable') return { kind: 'unavailable' };
  const today = () => isoDate(clock.now().toZonedDateTimeISO(timeZone).toPlainDate());
  return { kind: 'answered', value: read.value === 'absent' ? today() : read.value.date };
}

/**
 * Fineract reports dates, not times. Each date becomes the start of that day in the tenant's zone, so that every
 * reading gives the same instant.
 */
export function startOf(day: IsoDate, timeZone: string): IsoInstant {
  return isoInstant(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant());
}
