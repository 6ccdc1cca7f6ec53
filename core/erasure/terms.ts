import { z } from 'zod';

/** What of a person, or of an address, is looked for in texts; sealed as long as it is needed. */
export const erasureTerms = z.object({
  personId: z.string().nullable(),
  /** Accounts that the person borrowed on. */
  accountIds: z.array(z.string()),
  /** Name, email address, phone number, lines of addresses. */
  texts: z.array(z.string()),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The address whose events go: the person's, unless somebody else of the organization has the same. Lower case. */
  recipient: z.string().nullable(),
});

export type ErasureTerms = z.output<typeof erasureTerms>;

/** Shorter ones are in every other text. */
const LEAST_CHARACTERS = 4;

/** A regular expression that Postgres and JavaScript read alike: any of the texts, as words of their own. Undefined: there are none. */
export function patternOf(texts: readonly string[]): string | undefined {
  // Names are stored composed, and memos in the bytes of their writers.
  const forms = texts.flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')]);
  const escaped = [...new Set(forms.map((text) => text.trim()).filter((text) => text.length >= LEAST_CHARACTERS))]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+'));
  return escaped.length === 0 ? undefined : `(^|[^[:alnum:]])(${escaped.join('|')})($|[^[:alnum:]])`;
}

/** The same for JavaScript. */
export function expressionOf(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('[^[:alnum:]]', '[^\\p{L}\\p{N}]'), 'iu');
}

/** A copy of a JSON value, each of its strings as `of` has it; the names of members stay. */
export function withStrings(value: unknown, of: (text: string) => string): unknown {
  if (typeof value === 'string') return of(value);
  if (Array.isArray(value)) return value.map((item) => withStrings(item, of));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withStrings(member, of)]));
}
