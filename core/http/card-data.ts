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

/** As `refuseCardData`, for a body that goes on unread: it is read only where such a name seems to be in it. */
export function refuseCardDataIn(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  if (!SEEMS_NAMED.test(text)) return;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return; // for whoever reads it to refuse
  }
  refuseCardData(body);
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
