import { cardMask } from '../cards/card-text.js';
import { maskedContent, maskedName } from '../contract/stored-text.js';

/** How a lender calls a loan: its digits are never masked. */
const NUMBERS_OF_LOANS = /^(?:(?:external_?)?(?:loan|account|contract)_?number)$/i;
/** What is refused with digits alone that could be a card's number, too; and a name that says that a card's number stands there. */
const NAMES = /(?:^|_)(?:name|code|url|nickname|identifier)$|(?:Name|Code|Url)$/;
const CARDS = /card|(?:^|_)(?:pan|ccn?|primary_?account_?number)$/i;

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[[{]|[\]}]|(?<![\w.+-])\d{13,19}(?![\w.])/g;

/**
 * The text of a JSON document with its card numbers masked; the same text where there is none. Only strings that hold one, and whole numbers under a
 * name that says so, are written anew: other numbers stay digit by digit, as they may be larger than JavaScript's.
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
      // Two members of one name would be one.
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

/** The same of what may be JSON or another text. */
export function maskedBody(body: string): string {
  try {
    JSON.parse(body);
  } catch {
    return maskedContent(body);
  }
  return maskedJson(body);
}
