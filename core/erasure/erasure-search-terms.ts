import { z } from 'zod';

/**
 * The details of a person or an address that an erasure searches for in texts; stored sealed for as long as they are
 * needed.
 */
export const erasureTerms = z.object({
  personId: z.string().nullable(),
  /** Accounts on which the person is a borrower. */
  accountIds: z.array(z.string()),
  /** Name, email address, phone number, address lines. */
  texts: z.array(z.string()),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /**
   * The address whose events are deleted: the person's, unless another person of the organization has the same one.
   * Lower case.
   */
  recipient: z.string().nullable(),
});

export type ErasureTerms = z.output<typeof erasureTerms>;

/** Shorter terms occur in unrelated texts. */
const LEAST_CHARACTERS = 4;

/**
 * A regular expression that means the same in Postgres and JavaScript: any of the texts, as whole words. Undefined
 * without texts.
 */
export function patternOf(texts: readonly string[]): string | undefined {
  // Names are stored in composed form (NFC); memos are stored as they were sent.
  const forms = texts.flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')]);
  const escaped = [...new Set(forms.map((text) => text.trim()).filter((text) => text.length >= LEAST_CHARACTERS))]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+'));
  return escaped.length === 0 ? undefined : `(^|[^[:alnum:]])(${escaped.join('|')})($|[^[:alnum:]])`;
}

/** The pattern as a JavaScript regular expression. */
export function expressionOf(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('[^[:alnum:]]', '[^\\p{L}\\p{N}]'), 'iu');
}

/** A copy of a JSON value in which `of` has replaced each string; member names stay. */
export function mapStrings(value: unknown, of: (text: string) => string): unknown {
  if (typeof value === 'string') return of(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, of));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapStrings(member, of)]));
}
