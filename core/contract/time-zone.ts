import { z } from 'zod';
import { TIME_ZONE_NAMES } from './time-zone-names.js';

/**
 * A time zone by its IANA name or alias, such as `America/Chicago`; not an offset, which has no daylight saving time.
 */
export const timeZone = z
  .string()
  .max(64)
  .refine(
    (name) => TIME_ZONE_NAMES.has(name) && isKnownHere(name),
    'is not a time zone of the IANA database, such as America/New_York',
  );

/** A runtime with older time zone data lacks the newest names, and could not compute their dates. */
function isKnownHere(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
