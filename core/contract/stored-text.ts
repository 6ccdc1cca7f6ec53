import {
  holdsCardNumber,
  mayHoldCardNumber,
  withoutCardNumbers,
  withoutSignedCardNumbers,
} from '../cards/card-numbers-in-text.js';
import { type AllowedMarks, invisibleCharacterIn, withoutInvisibleCharacters } from './invisible-characters.js';
import { text } from './text.js';

/*
 * The rule for every stored text. It is expressed in two types that only this file can create: free-text columns
 * accept nothing else (`/// [PlainText]` in prisma/schema), so that a new field cannot bypass the rule.
 *
 * Text that a client can correct is refused, with the field's name. Text from outside (loan systems, providers,
 * receivers) is masked instead, because its sender does not read our answer.
 */

declare const RULE: unique symbol;

/** A text without a card number and without invisible characters. */
export type PlainText = string & { readonly [RULE]: 'plain' };

/**
 * A checked name in the bytes that the client sent. The request's fingerprint uses these bytes; the database stores
 * the `composed` form.
 */
export type SentName = string & { readonly [RULE]: 'sent name' };

/** An account number, which may look like a card number by chance: without invisible characters. */
export type AccountIdentifier = string & { readonly [RULE]: 'plain' | 'identifier' };

declare global {
  /** The namespace in which the generator of the database client looks up the types named in prisma/schema. */
  namespace PrismaJson {
    type PlainText = import('./stored-text.js').PlainText;
    type AccountIdentifier = import('./stored-text.js').AccountIdentifier;
  }
}

type Limits = Parameters<typeof text>[0];
type Schema = ReturnType<typeof text>;
/** A text schema whose output is one of the types. */
type Checked<T extends string> = Schema & { readonly _zod: { readonly output: T } };

const NO_MARKS: AllowedMarks = {};
const NAME_MARKS: AllowedMarks = { shaping: true };
const PROSE_MARKS: AllowedMarks = { shaping: true, lines: true };

/** A card number in the wrong field is passed no further, and not repeated in the answer. */
const NO_CARD = { message: 'must not contain a card number', params: { isSecret: true } };

/**
 * A reference, a code, an email address: one line of visible characters. Digits alone are never refused: of
 * references as long as a card number, one in a few dozen could be one.
 */
export function plainLine(limits: Limits): Checked<PlainText> {
  return made(seen(limits, NO_MARKS).refine((value) => !holdsCardNumber(value), NO_CARD));
}

/**
 * A name: one line, with the joiners that its script needs. Digits alone that could be a card number are refused too.
 * The limits apply to the composed name, which is what is stored.
 */
export function plainName(limits: Limits): Checked<SentName> {
  return made(
    seen(limits, NAME_MARKS, { counted: composedUpTo(limits.maximum) }).refine(
      (value) => !mayHoldCardNumber(value),
      NO_CARD,
    ),
  );
}

/**
 * A name as stored: in Unicode's normal form C, so that one name has one spelling in bytes. An absent name stays
 * absent.
 */
export function composed<Name extends SentName | null | undefined>(name: Name): PlainText | Exclude<Name, SentName> {
  return (typeof name === 'string' ? inNfc(name) : name) as PlainText | Exclude<Name, SentName>;
}

/**
 * A name in a portfolio file: staged as sent, because the file is compared with earlier ones, and composed when its
 * loan is written.
 */
export function stagedName(name: SentName): PlainText {
  return name as string as PlainText;
}

/** Free text of several lines: a memo, a reason, a description. */
export function plainProse(limits: Limits): Checked<PlainText> {
  return made(seen(limits, PROSE_MARKS).refine((value) => !holdsCardNumber(value), NO_CARD));
}

/** Content of messages. Soft hyphens, directional marks and the like belong to their typography. */
export function plainContent(limits: Limits): Checked<PlainText> {
  return made(text(limits).refine((value) => !holdsCardNumber(value), NO_CARD));
}

/**
 * A web address, checked also in its unescaped form.
 *
 * @param missing - the message for an empty value
 */
export function plainUrl(limits: Limits, missing?: string): Checked<PlainText> {
  return made(seen(limits, NO_MARKS, { missing }).refine((value) => !isCardInUrl(value), NO_CARD));
}

/** The number of a loan, an account or a contract. It is never refused for its digits, because the lender chose it. */
export function accountIdentifier(limits: Limits): Checked<AccountIdentifier> {
  return made(seen(limits, NO_MARKS));
}

/** Text from outside in storable form: card numbers masked, invisible characters removed. */
export function maskedText(outside: string): PlainText {
  return withoutCardNumbers(withoutInvisibleCharacters(outside, PROSE_MARKS)) as PlainText;
}

/** A name from a loan system or an identity provider, composed. */
export function nameFromOutside(outside: string): PlainText {
  return maskedName(outside.length > LONGEST_FROM_OUTSIDE || MANY_MARKS.test(outside) ? outside : inNfc(outside));
}

/** A name from outside, not composed: for rows that are already stored. */
export function maskedName(outside: string): PlainText {
  return withoutCardNumbers(withoutInvisibleCharacters(outside, NAME_MARKS)) as PlainText;
}

/**
 * One line from outside, such as an address or a code. Only numbers with a sign that they are card numbers are
 * masked.
 */
export function maskedLine(outside: string): PlainText {
  return withoutSignedCardNumbers(withoutInvisibleCharacters(outside, NAME_MARKS)) as PlainText;
}

/** Free text from before the rule: only numbers with a sign that they are card numbers are masked. */
export function maskedProse(before: string): PlainText {
  return withoutSignedCardNumbers(withoutInvisibleCharacters(before, PROSE_MARKS)) as PlainText;
}

/** Message content from before the rule. */
export function maskedContent(before: string): PlainText {
  return withoutSignedCardNumbers(before) as PlainText;
}

/** An account number from outside, as it is shown and searched for. */
export function readableIdentifier(outside: string): AccountIdentifier {
  return withoutInvisibleCharacters(outside) as AccountIdentifier;
}

/** Text that Tributary makes. @throws {TypeError} where it breaks the rule: a bug. */
export function ownText(own: string): PlainText {
  if (isPlain(own)) return own;
  throw new TypeError('an internal text breaks the rule for stored texts');
}

/**
 * A text that is compared with stored ones and not stored itself. Not checked, so that rows from before the rule are
 * found.
 */
export function comparedText(sought: string): PlainText {
  return sought as PlainText;
}

/** Whether a text may be stored unchanged as free text. */
export function isPlain(value: string): value is PlainText {
  return invisibleCharacterIn(value, PROSE_MARKS) === undefined && !holdsCardNumber(value);
}

/** Whether an account number may be stored unchanged. */
export function isReadable(value: string): value is AccountIdentifier {
  return invisibleCharacterIn(value, NO_MARKS) === undefined;
}

interface Reading {
  readonly missing?: string | undefined;
  readonly counted?: (value: string) => string;
}

function seen(limits: Limits, allowed: AllowedMarks, { missing, counted }: Reading = {}): Schema {
  return text(limits, missing, counted).check(({ value, issues }) => {
    // NUL and half surrogate pairs have their own message.
    const mark = invisibleCharacterIn(value.replace(REFUSED_ANYHOW, 'x'), allowed);
    if (mark === undefined) return;
    const message = `must not contain invisible characters: character ${mark.position} is ${mark.codePoint}`;
    issues.push({ code: 'custom', message, input: value });
  });
}

function inNfc(text: string): string {
  return text.normalize('NFC');
}

/**
 * Normalization takes quadratic time on long runs of combining marks: a text that is too long in every form, or has
 * such a run, is counted as it is.
 */
function composedUpTo(maximum: number): (text: string) => string {
  return (text) => (text.length > maximum * LONGEST_DECOMPOSITION || MANY_MARKS.test(text) ? text : inNfc(text));
}

/** More marks than a letter of any script has (Unicode's Stream-Safe Text Format). */
const MANY_MARKS = /\p{M}{31}/u;

/** In UTF-16 units: one character decomposes into at most four, of two units each. */
const LONGEST_DECOMPOSITION = 8;
/** Longer texts are not names and stay unchanged. */
const LONGEST_FROM_OUTSIDE = 2_000;

const REFUSED_ANYHOW = /[\0\p{Surrogate}]/gu;

function isCardInUrl(url: string): boolean {
  return mayHoldCardNumber(url) || mayHoldCardNumber(unescaped(url));
}

/** A link from outside: null if its unescaped form may hold a card number, which cannot be masked in a link. */
export function maskedUrl(outside: string): PlainText | null {
  const masked = maskedText(outside);
  return isCardInUrl(masked) ? null : masked;
}

/** The text with escapes resolved, also repeated ones. */
function unescaped(url: string): string {
  let [before, after] = ['', url];
  for (let round = 0; round < MOST_ESCAPES && after !== before; round += 1) {
    before = after;
    after = before.replace(/(?:%[0-9a-f]{2})+/gi, decoded);
  }
  return after;
}

const MOST_ESCAPES = 3;

/** Bytes that are not UTF-8 stay as they are. */
function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** The only place where a checked text gets its type. */
function made<T extends string>(schema: Schema): Checked<T> {
  return schema as unknown as Checked<T>;
}
