import { cardMask } from '../cards/card-numbers-in-text.js';
import { maskedContent, maskedName } from '../contract/stored-text.js';

/** Names of members with a lender's loan number, whose digits are never masked. */
const NUMBERS_OF_LOANS = /^(?:(?:external_?)?(?:loan|account|contract)_?number)$/i;
/** Names of members that are also refused if they hold only the digits of a possible card number. */
const NAMES = /(?:^|_)(?:name|code|url|nickname|identifier)$|(?:Name|Code|Url)$/;
const CARDS = /card|(?:^|_)(?:pan|ccn?|primary_?account_?number)$/i;

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[[{]|[\]}]|(?<![\w.+-])\d{13,19}(?![\w.])/g;

/**
 * Masks the card numbers in the text of a JSON document; without any, the text is unchanged. Only strings with a card
 * number, and integers under a name of card numbers, are rewritten. Other numbers keep their digits, because they may
 * exceed JavaScript's range.
 */
export function maskedJson(json: string): string {
  const outer: string[] = [];
  let name = '';
  let maskedNames = 0;
  return json.replace(TOKEN, (token, colon: string | undefined) => {
    if (token === '{' || token === '[') outer.push(name);
    else if (token === '}' || token === ']') name = outer.pop() ?? '';
    else if (!token.startsWith('"')) return CARDS.test(name) ? withNumber(token) : token;
    else if (colon !== undefined) {
      const literal = token.slice(0, -colon.length);
      name = JSON.parse(literal);
      const masked = maskedName(name);
      if (masked === name || NUMBERS_OF_LOANS.test(name)) return token;
      maskedNames += 1;
      // Masked names get a number, because two members with one name would become one.
      return JSON.stringify(maskedNames === 1 ? masked : `${masked} ${maskedNames}`) + colon;
    } else if (!NUMBERS_OF_LOANS.test(name)) {
      return withString(token, CARDS.test(name) || NAMES.test(name) ? maskedName : maskedContent);
    }
    return token;
  });
}

function withNumber(digits: string): string {
  return maskedName(digits) === digits ? digits : JSON.stringify(cardMask);
}

function withString(literal: string, mask: (text: string) => string): string {
  const text: string = JSON.parse(literal);
  const masked = mask(text);
  return masked === text ? literal : JSON.stringify(masked);
}

/** Masks a body that may be JSON or any other text. */
export function maskedBody(body: string): string {
  try {
    JSON.parse(body);
  } catch {
    return maskedContent(body);
  }
  return maskedJson(body);
}
