/**
 * The text with digits of any script as ASCII digits; full-width digits and spaces of any width become plain ones.
 * Undefined if it has fewer than `least` digits.
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

/**
 * Returns a function that maps a stretch of the plain form back to the original text. Characters that are only partly
 * within the stretch are returned in their plain form.
 */
export function asWritten(text: string): (from: number, to: number) => string {
  const parts: { readonly written: string; readonly plain: string; readonly from: number; readonly to: number }[] = [];
  let [at, plainAt] = [0, 0];
  const add = (written: string, plain: string) => {
    if (plain !== '') parts.push({ written, plain, from: plainAt, to: plainAt + plain.length });
    at += written.length;
    plainAt += plain.length;
  };
  for (const { 0: part, index } of text.matchAll(NOT_ASCII)) {
    for (const character of text.slice(at, index)) add(character, character);
    add(part, plainDigits(part, 0) ?? part);
  }
  for (const character of text.slice(at)) add(character, character);
  return (from, to) =>
    parts
      .filter((part) => part.to > from && part.from < to)
      .map(({ written, plain, from: begin, to: end }) =>
        begin >= from && end <= to ? written : plain.slice(Math.max(0, from - begin), to - begin),
      )
      .join('');
}

/** The most digits that one character expands to: a tenth expands to three. */
const MOST_OF_ONE = 3;

/**
 * Normalized in pieces, because the time to reorder combining marks grows with the square of their number. No digit
 * or letter is longer than a piece.
 */
const NOT_ASCII = /[^\0-\x7f]{1,32}/gu;
const DIGIT = /[^\P{Nd}0-9]/gu;

const [ZERO, NINE] = [0x30, 0x39];

/** Unicode lists the digits of a script in order from zero; several such rows may be adjacent. */
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

/** As many entries as Unicode has digits: a few hundred. */
const KNOWN = new Map<string, string>();
