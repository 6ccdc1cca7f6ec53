import { hasDigitsEnough } from '../contract/card-text.js';
import { maskedContent, maskedName } from '../contract/stored-text.js';

/** How a lender calls a loan: its digits are never masked. */
const NUMBERS_OF_LOANS = /(?:loan|account|contract)_?number$/i;
/** What is refused with digits alone that could be a card's number, too. */
const NAMES = /(?:^|_)(?:name|code|url|nickname|identifier)$|(?:Name|Code|Url)$/;

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[[{]|[\]}]/g;

/**
 * The text of a JSON document with its card numbers masked; the same text where there is none. Only strings that hold one are written
 * anew: numbers stay digit by digit, as they may be larger than JavaScript's.
 */
export function maskedJson(json: string): string {
  if (!hasDigitsEnough(json)) return json;
  const outer: string[] = [];
  let name = '';
  return json.replace(TOKEN, (token, colon: string | undefined) => {
    if (token === '{' || token === '[') outer.push(name);
    else if (token === '}' || token === ']') name = outer.pop() ?? '';
    else if (colon !== undefined) {
      const literal = token.slice(0, -colon.length);
      name = JSON.parse(literal);
      return withString(literal, maskedContent) + colon;
    } else if (!NUMBERS_OF_LOANS.test(name)) return withString(token, NAMES.test(name) ? maskedName : maskedContent);
    return token;
  });
}

function withString(literal: string, mask: (text: string) => string): string {
  const text: string = JSON.parse(literal);
  const masked = mask(text);
  return masked === text ? literal : JSON.stringify(masked);
}

/** The same of what may be JSON or another text. */
export function maskedBody(body: string): string {
  if (!hasDigitsEnough(body)) return body;
  try {
    JSON.parse(body);
  } catch {
    return maskedContent(body);
  }
  return maskedJson(body);
}
