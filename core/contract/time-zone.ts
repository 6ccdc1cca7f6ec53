import { z } from 'zod';
import { TIME_ZONE_NAMES } from './time-zone-names.js';

/** A time zone by its IANA name, such as `America/Chicago` or an alias of it; not an offset, which knows no summer. */
export const timeZone = z
  .string()
  .max(64)
  .refine(
    (name) => TIME_ZONE_NAMES.has(name) && isKnownHere(name),
    'no time zone of the IANA database, such as America/New_York, has this name',
  );

/** A runtime with older time zone data does not know the newest names, and could not say what day it is there. */
function isKnownHere(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
