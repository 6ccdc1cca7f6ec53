import { couldBeCardNumber, looksLikeCardNumber } from '../contract/card-number.js';
import { Problem } from '../errors/problem.js';

/** Names under which cards are sent, in lower case, without dashes and underscores. */
const CARD_NAMES: ReadonlySet<string> = new Set([
  'number',
  'pan',
  'card',
  'cards',
  'cardnumber',
  'cardno',
  'cardnum',
  'cardpan',
  'ccnumber',
  'ccnum',
  'cc',
  'creditcard',
  'creditcardnumber',
  'debitcard',
  'debitcardnumber',
  'primaryaccountnumber',
]);
const LONGEST_NAME = 24;

/**
 * Refuses a body that holds a card's number, at any depth, under a name that says so: such a body has come to the wrong host
 * (spec 4.3). What stands under other names is none of its business: a check's number may have a right check digit by chance.
 *
 * @throws {Problem} `card_data_refused`, which tells nothing of the body
 */
export function refuseCardData(body: unknown): void {
  if (holdsCard(body, false, DEEPEST)) throw new Problem('card_data_refused');
}

/**
 * For a body that others sign and that is kept as it came: the same bytes, unless a card's number stands in them under such a
 * name; then with null in its place. It is read only where such a name seems to be in it.
 */
export function withoutCardData(bytes: Buffer): Buffer {
  // A character a byte, there and back: what is no UTF-8 stays what it was.
  const text = bytes.toString('latin1');
  if (!SEEMS_NAMED.test(text)) return bytes;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return bytes; // for whoever reads it to refuse
  }
  if (!holdsCard(body, false, DEEPEST)) return bytes;
  const masked = JSON.stringify(withoutCards(body, false, DEEPEST));
  const escaped = masked.replace(
    /[\u0100-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(escaped, 'latin1');
}

function withoutCards(value: unknown, isCard: boolean, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return holdsCard(value, isCard, levels) ? null : value;
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withoutCards(item, isCard, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutCards(member, isCard || isCardName(name), levels - 1)]),
  );
}

const SEEMS_NAMED = /"[\w -]{0,20}(?:number|card|pan|cc)[\w -]{0,8}"\s*:/i;

/** No body of the contract is half as deep, and no reader of ours overflows. */
const DEEPEST = 100;

/** @param isCard - whether it stands under such a name, or within something that does */
function holdsCard(value: unknown, isCard: boolean, levels: number): boolean {
  if (typeof value === 'string') return isCard && looksLikeCardNumber(value);
  if (typeof value === 'number') return isCard && couldBeCardNumber(String(value));
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  if (Array.isArray(value)) return value.some((item) => holdsCard(item, isCard, levels - 1));
  for (const name in value) {
    const member: unknown = Reflect.get(value, name);
    // Names are looked at only where it matters: in most bodies nowhere.
    if (isLargeEnough(member) && holdsCard(member, isCard || isCardName(name), levels - 1)) return true;
  }
  return false;
}

function isLargeEnough(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= SHORTEST_NUMBER;
  return typeof value === 'number' ? value >= 10 ** (SHORTEST_NUMBER - 1) : typeof value === 'object';
}

const SHORTEST_NUMBER = 13;

function isCardName(name: string): boolean {
  return name.length <= LONGEST_NAME && CARD_NAMES.has(name.toLowerCase().replace(/[_\- ]/g, ''));
}
