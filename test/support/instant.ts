import { Temporal } from 'temporal-polyfill';
import { type IsoInstant, isoInstant } from '../../core/time/dates.js';

/** As the driver returns it: `instant('2026-01-15T12:00:00Z')`. */
export function instant(text: string): IsoInstant {
  return isoInstant(Temporal.Instant.from(text));
}
