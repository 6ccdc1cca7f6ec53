import {
  holdsCardNumber,
  mayHoldCardNumber,
  withoutCardNumbers,
  withoutSignedCardNumbers,
} from '../cards/card-text.js';
import { type AllowedMarks, hiddenMarkIn, withoutHiddenMarks } from './hidden-marks.js';
import { text } from './text.js';

/*
 * The rule for every text that is stored. It is in two types, which nothing outside of this file makes: columns of free text take
 * nothing else (`/// [PlainText]` in prisma/schema), so that a new field cannot be stored past the rule.
 *
 * What a client can correct is refused, with the field's name. What comes from outside (loan systems, providers, receivers) is
 * masked instead, because no sender there reads our answer.
 */

declare const RULE: unique symbol;

/** A text without a card's number and without characters that cannot be seen. */
export type PlainText = string & { readonly [RULE]: 'plain' };

/** A checked name in the bytes that the client sent. The request's fingerprint uses these bytes; the database stores the `composed` form. */
export type SentName = string & { readonly [RULE]: 'sent name' };

/** An account's number, which may look like a card's by chance: without characters that cannot be seen. */
export type AccountIdentifier = string & { readonly [RULE]: 'plain' | 'identifier' };

declare global {
  /** Where the generator of the database client looks for the types that prisma/schema names. */
  namespace PrismaJson {
    type PlainText = import('./stored-text.js').PlainText;
    type AccountIdentifier = import('./stored-text.js').AccountIdentifier;
  }
}

type Limits = Parameters<typeof text>[0];
type Schema = ReturnType<typeof text>;
/** A schema of text whose output is one of the types. */
type Checked<T extends string> = Schema & { readonly _zod: { readonly output: T } };

const NO_MARKS: AllowedMarks = {};
const NAME_MARKS: AllowedMarks = { shaping: true };
const PROSE_MARKS: AllowedMarks = { shaping: true, lines: true };

/** A card's number that was put into the wrong field goes no further, and is not repeated in the answer either. */
const NO_CARD = { message: 'must not hold a card’s number', params: { isSecret: true } };

/**
 * A reference, a code, an address of email: one line, of which every character is seen. Digits alone are never refused: of
 * references as long as a card's number, one in some dozens could be one.
 */
export function plainLine(limits: Limits): Checked<PlainText> {
  return made(seen(limits, NO_MARKS).refine((value) => !holdsCardNumber(value), NO_CARD));
}

/**
 * A name: one line, with the joiners that its script needs. Digits alone that could be a card's number are refused too. Limits are
 * those of the composed name, which is what is stored.
 */
export function plainName(limits: Limits): Checked<SentName> {
  return made(
    seen(limits, NAME_MARKS, { counted: composedUpTo(limits.maximum) }).refine(
      (value) => !mayHoldCardNumber(value),
      NO_CARD,
    ),
  );
}

/** A name as it is stored: in Unicode's normal form C, so that one name has one spelling in bytes. An absent name stays absent. */
export function composed<Name extends SentName | null | undefined>(name: Name): PlainText | Exclude<Name, SentName> {
  return (typeof name === 'string' ? inNfc(name) : name) as PlainText | Exclude<Name, SentName>;
}

/** A name in a file of loans: staged as it was sent, for the file is compared with earlier ones, and composed when its loan is written. */
export function stagedName(name: SentName): PlainText {
  return name as string as PlainText;
}

/** What people write about something, in several lines: a memo, a reason, a description. */
export function plainProse(limits: Limits): Checked<PlainText> {
  return made(seen(limits, PROSE_MARKS).refine((value) => !holdsCardNumber(value), NO_CARD));
}

/** What messages are made of. Soft hyphens, directions and the like belong to their typography. */
export function plainContent(limits: Limits): Checked<PlainText> {
  return made(text(limits).refine((value) => !holdsCardNumber(value), NO_CARD));
}

/**
 * An address on the web, also where its digits are escaped.
 *
 * @param missing - the message where there is none
 */
export function plainUrl(limits: Limits, missing?: string): Checked<PlainText> {
  return made(seen(limits, NO_MARKS, { missing }).refine((value) => !isCardInUrl(value), NO_CARD));
}

/** The number of a loan, an account or a contract. It is never refused for its digits: the lender has chosen it. */
export function accountIdentifier(limits: Limits): Checked<AccountIdentifier> {
  return made(seen(limits, NO_MARKS));
}

/** Text from outside, as it may be stored: card numbers masked, and what cannot be seen left out. */
export function maskedText(outside: string): PlainText {
  return withoutCardNumbers(withoutHiddenMarks(outside, PROSE_MARKS)) as PlainText;
}

/** A name from a loan system or an identity provider, composed. */
export function nameFromOutside(outside: string): PlainText {
  return maskedName(outside.length > LONGEST_FROM_OUTSIDE || MANY_MARKS.test(outside) ? outside : inNfc(outside));
}

/** A name from outside, in its own bytes: of rows that are there already. */
export function maskedName(outside: string): PlainText {
  return withoutCardNumbers(withoutHiddenMarks(outside, NAME_MARKS)) as PlainText;
}

/** One line from outside, such as an address or a code. Only numbers with a sign that they are a card's are masked. */
export function maskedLine(outside: string): PlainText {
  return withoutSignedCardNumbers(withoutHiddenMarks(outside, NAME_MARKS)) as PlainText;
}

/** What people wrote, from before it was refused: only numbers with a sign that they are a card's are masked. */
export function maskedProse(before: string): PlainText {
  return withoutSignedCardNumbers(withoutHiddenMarks(before, PROSE_MARKS)) as PlainText;
}

/** What messages are made of, from before it was refused. */
export function maskedContent(before: string): PlainText {
  return withoutSignedCardNumbers(before) as PlainText;
}

/** An account's number from outside, as it is shown and searched for. */
export function readableIdentifier(outside: string): AccountIdentifier {
  return withoutHiddenMarks(outside) as AccountIdentifier;
}

/** Text of our own making. @throws {TypeError} where it does not keep the rule: a fault of ours. */
export function ownText(own: string): PlainText {
  if (isPlain(own)) return own;
  throw new TypeError('a text of our own holds what no stored text may hold');
}

/** A text that stored ones are compared with, and that is not stored itself: rows of before the rule are found, too. */
export function comparedText(sought: string): PlainText {
  return sought as PlainText;
}

/** Whether a text may be stored as it is, as what people write. */
export function isPlain(value: string): value is PlainText {
  return hiddenMarkIn(value, PROSE_MARKS) === undefined && !holdsCardNumber(value);
}

/** Whether an account's number may be stored as it is. */
export function isReadable(value: string): value is AccountIdentifier {
  return hiddenMarkIn(value, NO_MARKS) === undefined;
}

interface Reading {
  readonly missing?: string | undefined;
  readonly counted?: (value: string) => string;
}

function seen(limits: Limits, allowed: AllowedMarks, { missing, counted }: Reading = {}): Schema {
  return text(limits, missing, counted).check(({ value, issues }) => {
    // NUL and halves of surrogate pairs have a message of their own.
    const mark = hiddenMarkIn(value.replace(REFUSED_ANYHOW, 'x'), allowed);
    if (mark === undefined) return;
    const message = `must not hold characters that cannot be seen: character ${mark.position} is ${mark.codePoint}`;
    issues.push({ code: 'custom', message, input: value });
  });
}

function inNfc(text: string): string {
  return text.normalize('NFC');
}

/** Normalization takes quadratic time on long runs of combining marks: a text that is too long in every form, or has such a run, is counted as it is. */
function composedUpTo(maximum: number): (text: string) => string {
  return (text) => (text.length > maximum * LONGEST_DECOMPOSITION || MANY_MARKS.test(text) ? text : inNfc(text));
}

/** More than a letter of any script carries (Unicode's Stream-Safe Text Format). */
const MANY_MARKS = /\p{M}{31}/u;

/** In UTF-16 units: one character is at most four when it is taken apart, of two units each. */
const LONGEST_DECOMPOSITION = 8;
/** Longer ones, which are no names, keep their bytes. */
const LONGEST_FROM_OUTSIDE = 2_000;

const REFUSED_ANYHOW = /[\0\p{Surrogate}]/gu;

function isCardInUrl(url: string): boolean {
  return mayHoldCardNumber(url) || mayHoldCardNumber(unescaped(url));
}

/** A link from outside: null where a number may be in it once its escapes are read, for there is no way to mask it there. */
export function maskedUrl(outside: string): PlainText | null {
  const masked = maskedText(outside);
  return isCardInUrl(masked) ? null : masked;
}

/** What its escapes stand for, also where they are escaped again. */
function unescaped(url: string): string {
  let [before, after] = ['', url];
  for (let round = 0; round < MOST_ESCAPES && after !== before; round += 1) {
    before = after;
    after = before.replace(/(?:%[0-9a-f]{2})+/gi, decoded);
  }
  return after;
}

const MOST_ESCAPES = 3;

/** Bytes that are no UTF-8 stay as they are. */
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
