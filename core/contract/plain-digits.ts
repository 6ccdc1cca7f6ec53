/**
 * A text with the digits of any script as ASCII's; full-width ones and spaces of any width are what they look like. Undefined:
 * it has fewer than `least` digits, and nothing is made of it.
 */
export function plainDigits(text: string, least: number): string | undefined {
  let [ascii, others] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) others += 1;
    else if (code >= ZERO && code <= NINE) ascii += 1;
  }
  if (ascii + others * MOST_OF_ONE < least) return undefined;
  return others === 0 ? text : text.replace(NOT_ASCII, (part) => part.normalize('NFKC').replace(DIGIT, asciiDigit));
}

/** Digits that one character may stand for: a tenth is written with three. */
const MOST_OF_ONE = 3;

/**
 * Piece by piece, for the time that marks on a letter take to be put in order grows with the square of their number. No digit
 * and no letter is made of more than a piece.
 */
const NOT_ASCII = /[^\0-\x7f]{1,32}/gu;
const DIGIT = /[^\P{Nd}0-9]/gu;

const [ZERO, NINE] = [0x30, 0x39];

/** Unicode has the digits of a script in one row, zero first; rows of several may follow each other. */
function asciiDigit(digit: string): string {
  const known = KNOWN.get(digit);
  if (known !== undefined) return known;
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  const ascii = String((code - zero) % 10);
  KNOWN.set(digit, ascii);
  return ascii;
}

/** As many as Unicode has digits, some hundreds. */
const KNOWN = new Map<string, string>();
