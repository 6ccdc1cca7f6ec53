/**
 * An Idempotency-Key without surrounding white space: an export that pads its cells must not turn one deposit into
 * two payments. White space inside a key, and every other character, stays.
 *
 * Trimmed by index: a regular expression for the end takes quadratic time on a text with long runs of blanks inside.
 */
export function trimmedKey(key: string): string {
  let start = 0;
  let end = key.length;
  while (start < end && isBlank(key.charAt(start))) start += 1;
  while (end > start && isBlank(key.charAt(end - 1))) end -= 1;
  return key.slice(start, end);
}

/**
 * Unicode's White_Space, and the byte order mark, which some exports leave before a cell. None of them is a
 * surrogate.
 */
const BLANK = /[\p{White_Space}\uFEFF]/u;

function isBlank(character: string): boolean {
  return BLANK.test(character);
}
