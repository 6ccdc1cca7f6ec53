import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { maskedLine, maskedText, maskedUrl, plainLine } from '../../../core/contract/stored-text.js';
import { text } from '../../../core/contract/text.js';
import { isoInstant } from '../../../core/time/dates.js';

/*
 * Fields of events. An invalid required field makes the event unreadable; an invalid optional field becomes null, so
 * that a strange link does not lose a bounce. Card numbers are masked in all fields; an optional identifier that
 * contains one becomes null.
 */

const LONGEST_IDENTIFIER = 255;
const LONGEST_ADDRESS = 320;
/** An earlier time is an unset default: 1970, or .NET's year 1. */
const FIRST_MS = Date.parse('2000-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A larger number of seconds would be after the year 5000: it is milliseconds, as in SendGrid's single sends. */
const LEAST_MILLISECONDS = 100_000_000_000;

export const address = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(text({ minimum: 3, maximum: LONGEST_ADDRESS }).includes('@'))
  .transform(maskedLine)
  .refine((masked) => masked.length <= LONGEST_ADDRESS);

/** One plain address: no name, no list, no angle brackets. */
export const plainAddress = z
  .string()
  .trim()
  .regex(/^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/)
  .pipe(address);

export const optionalText = (maximum: number) => optional(text({ minimum: 1, maximum }).transform(maskedText));

const number = z
  .number()
  .refine(Number.isSafeInteger)
  .transform((value) => maskedLine(String(value)));

/** An identifier: a provider may send the same one as text in one place and as a number in another. */
export const identifier = z.union([
  text({ minimum: 1, maximum: LONGEST_IDENTIFIER })
    .transform(maskedLine)
    .refine((masked) => masked.length > 0 && masked.length <= LONGEST_IDENTIFIER),
  number,
]);

/** Null instead of masked: two different ids that are masked in the same way would look identical. */
export const optionalIdentifier = optional(z.union([plainLine({ minimum: 1, maximum: LONGEST_IDENTIFIER }), number]));

/**
 * A link, with room for tracking parameters. A link that is not a web address is rejected, because it would execute if
 * a dashboard linked to it.
 */
export const optionalUrl = optional(
  text({ minimum: 1, maximum: 8_192 })
    .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url))
    .transform(maskedUrl),
);

export const optionalAgent = optionalText(2_048);

const instant = z
  .number()
  .min(FIRST_MS)
  .max(LAST_MS)
  .transform((milliseconds) => isoInstant(Temporal.Instant.fromEpochMilliseconds(milliseconds)));

/** Seconds since 1970, with or without a fraction, as a number or as text. */
export const unixInstant = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,13}(\.\d{1,9})?$/)
      .transform(Number),
  ])
  .transform((time) => Math.round(time < LEAST_MILLISECONDS ? time * 1_000 : time))
  .pipe(instant);

/** RFC 3339, with any offset and any number of decimals. */
export const textInstant = z.iso
  .datetime({ offset: true })
  .transform((time) => Date.parse(time))
  .pipe(instant);

function optional<Output>(schema: z.ZodType<Output>) {
  return schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);
}
