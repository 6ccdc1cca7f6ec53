import { Temporal } from 'temporal-polyfill';
import type { Clock } from '../../../core/time/clock.js';
import { type IsoDate, type IsoInstant, isoDate, isoInstant } from '../../../core/time/dates.js';
import type { Reached } from '../../../loan-model/port.js';
import type { FineractApi } from './fineract-api.js';
import { businessDate } from './wire.js';

const UNSET = /^error\.msg\.businessdate\./;

/**
 * Fineract's business date; where the feature is off, the tenant's own date. It is not rolled over weekends: Fineract posts
 * on any day that its working days allow, and refuses a day that has not come yet.
 */
export async function businessDay(api: FineractApi, clock: Clock, timeZone: string): Promise<Reached<IsoDate>> {
  const path = ['businessdate', 'BUSINESS_DATE'];
  const read = await api.read({ path, schema: businessDate, absence: UNSET });
  // Whatever is wrong with it is no one loan's trouble.
  if (read.kind === 'unavailable') return { kind: 'unavailable' };
  const today = () => isoDate(clock.now().toZonedDateTimeISO(timeZone).toPlainDate());
  return { kind: 'answered', value: read.value === 'absent' ? today() : read.value.date };
}

/** Fineract tells days, not times: each stands for its beginning where the tenant is, so that every reading says the same. */
export function startOf(day: IsoDate, timeZone: string): IsoInstant {
  return isoInstant(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant());
}
