import { isOfABrand } from '../cards/card-number.js';
import { holdsCardNumber, isCardNumberWithin } from '../cards/card-numbers-in-text.js';
import { Problem } from '../errors/problem.js';
import { hasMemberName } from './json-member-names.js';

/** A name of card numbers, in lower case, without separators between its words. */
const CARD_NAME = 'primaryaccountnumber';
/** A name that means a card number only if its value or its neighbours show that. */
const NUMBER = 'number';
const BESIDE_A_NUMBER = /^(?:exp|cv[cvn]|csc|cardholder|holder|nameon)/;
/** Words that mean a card in any name: `payment_card.no`, `cardNumber2`. Account and check numbers have other names. */
const CARD_WORD =
  /^(?:pan|(?:credit|debit|payment|bank)?cards?(?:no|num|numbers?|pan|data|details|info)?|cc(?:no|num|numbers?)?)$/;
const CODE_NAMES = /^(?:card)?(?:cvc|cvv|cvn|csc|securitycode|verificationcode)2?$/;
const LONGEST_NAME = 64;

/**
 * Refuses a body that holds a card number or security code, at any depth, under a name that means one: it was sent to
 * the wrong host. Values under other names are not checked: a check number may look like a card number by chance, and
 * `number` alone can be the name of anything.
 *
 * @throws {Problem} `card_data_refused`, which repeats nothing of the body
 */
export function refuseCardData(body: unknown): void {
  if (holdsCard(body, false, DEEPEST)) throw new Problem('card_data_refused');
}

/**
 * For a body that its sender signs and that is stored as it was received. Returns the same bytes, or, if they hold card
 * data under such a name, a copy with null instead. The body is parsed only if such a name seems to be in it.
 */
export function withoutCardData(bytes: Buffer): Buffer {
  if (!hasMemberName(bytes, isTelling)) return bytes;
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    return bytes; // the reader of the body refuses it
  }
  return holdsCard(body, false, DEEPEST) ? Buffer.from(JSON.stringify(withoutCards(body, false, DEEPEST))) : bytes;
}

function withoutCards(value: unknown, isCard: boolean, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return holdsCard(value, isCard, levels) ? null : value;
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withoutCards(item, isCard, levels - 1));
  const isMember = cardMembersOf(value);
  const members = Object.entries(value).map(([name, member]) => [
    name,
    isNamedCode(name, member) ? null : withoutCards(member, isCard || isMember(name, member), levels - 1),
  ]);
  return Object.fromEntries(members);
}

/** Whether a member of this name may hold card data. */
function isTelling(name: string): boolean {
  return joined(name) === NUMBER || CODE_NAMES.test(joined(name)) || isCardName(name);
}

/** More than twice the depth of any body of the contract, and shallow enough for recursion. */
const DEEPEST = 100;

/** @param isCard - whether the value is under a card name, directly or further up */
function holdsCard(value: unknown, isCard: boolean, levels: number): boolean {
  if (typeof value === 'string') return isCard && isCardNumberWithin(value);
  if (typeof value === 'number') return isCard && isOfABrand(String(value));
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  if (Array.isArray(value)) return value.some((item) => holdsCard(item, isCard, levels - 1));
  const isMember = cardMembersOf(value);
  for (const name in value) {
    const member: unknown = Reflect.get(value, name);
    // Names are checked only for values that can hold a card number; most bodies have none.
    if (isLargeEnough(member) && holdsCard(member, isCard || isMember(name, member), levels - 1)) return true;
    if (isNamedCode(name, member)) return true;
  }
  return false;
}

function isLargeEnough(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= SHORTEST_NUMBER;
  return typeof value === 'number' ? value >= 10 ** (SHORTEST_NUMBER - 1) : typeof value === 'object';
}

const SHORTEST_NUMBER = 13;

function isNamedCode(name: string, value: unknown): boolean {
  return isCode(value) && CODE_NAMES.test(joined(name));
}

function isCode(value: unknown): boolean {
  if (typeof value === 'number') return value >= 100 && value <= 9_999;
  return typeof value === 'string' && value.length <= 4 && /^\d{3,4}$/.test(value);
}

/** Whether a member of an object is a card by its name, value or neighbours. The neighbours are checked once. */
function cardMembersOf(holder: object): (name: string, member: unknown) => boolean {
  let isBesideANumber: boolean | undefined;
  return (name, member) => {
    if (isCardName(name)) return true;
    if (joined(name) !== NUMBER) return false;
    if (typeof member === 'string' && holdsCardNumber(member)) return true;
    isBesideANumber ??= Object.keys(holder).some((other) => BESIDE_A_NUMBER.test(joined(other)));
    return isBesideANumber;
  };
}

function isCardName(name: string): boolean {
  if (name.length > LONGEST_NAME) return false;
  return (
    joined(name) === CARD_NAME || wordsOf(name).some((word) => CARD_WORD.test(word)) || CARD_WORD.test(joined(name))
  );
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function joined(name: string): string {
  return name.length > LONGEST_NAME ? '' : name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
