import { z } from 'zod';

const KNOWN: ReadonlySet<string> = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

/** A time zone by its IANA name, such as `America/Chicago`; not an offset, which knows no summer. */
export const timeZone = z
  .string()
  .max(64)
  .refine((name) => KNOWN.has(name), 'no time zone of the IANA database, such as America/New_York, has this name');
