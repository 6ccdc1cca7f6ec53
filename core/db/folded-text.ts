/*
 * How searches compare texts: by this fold, and by no other. It is SQL alone, so that a text and what it is compared with are folded
 * alike, and made of what every Postgres has: no extension, no function of ours, no column that a part of an earlier version leaves
 * out.
 */

/**
 * SQL of whether one text contains another, whatever their case, diacritics, apostrophes and normal forms. NULL where either is, and
 * where nothing is left of the part that is sought: marks without a letter.
 *
 * @param part - SQL of the text that is sought. It is folded once, however many texts are compared with it.
 */
export function containsFolded(text: string, part: string): string {
  return `strpos(${folded(text)}, (select nullif(${folded(`${part}::text`)}, ''))) > 0`;
}

/**
 * SQL of a text as it is compared. Most texts are ASCII: their fold is lower case, which takes a quarter of the time. A text that is
 * longer than names and memos are is only lowered, because normalization takes quadratic time on long runs of combining marks.
 */
export function folded(text: string): string {
  const isPlain = `octet_length(${text}) = char_length(${text}) or octet_length(${text}) > ${LONGEST_BYTES}`;
  return `case when ${isPlain} then lower(${text} collate "C") else ${foldedLetters(text)} end`;
}

const LONGEST_BYTES = 2_000;

/** Lower case comes after the decomposition: a capital İ is an i with a dot then. */
function foldedLetters(text: string): string {
  // Before and after: marks that need not be put in order cost nothing.
  const decomposed = `normalize(${withoutMarks(`translate(${text}, '´', '''')`)}, NFKD)`;
  const bare = withoutMarks(decomposed);
  const single = `translate(lower(${bare}), '${[...SINGLE.keys()].join('')}', '${[...SINGLE.values()].join('')}')`;
  return DOUBLE.reduce((folded, [letter, pair]) => `replace(${folded}, '${letter}', '${pair}')`, single);
}

function withoutMarks(text: string): string {
  return `regexp_replace(${text}, '[\\u0300-\\u036f]', '', 'g')`;
}

/** Letters and signs that no normal form takes apart, capitals too: a database whose locale is `C` lowers ASCII alone. */
const SINGLE = new Map<string, string>([
  ...alike('øØ', 'o'),
  ...alike('đĐðÐ', 'd'),
  ...alike('łŁ', 'l'),
  ...alike('ħĦ', 'h'),
  ...alike('ŧŦ', 't'),
  ...alike('ı', 'i'),
  ...alike('ς', 'σ'),
  ...alike('Æ', 'æ'),
  ...alike('Œ', 'œ'),
  ...alike('Þ', 'þ'),
  ...alike('ẞ', 'ß'),
  ...alike('‘’‛′ʹʻʼʽʾʿ', "''"),
  ...alike('‐‒–−', '-'),
]);

const DOUBLE = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
] as const;

function alike(letters: string, one: string): readonly (readonly [string, string])[] {
  return [...letters].map((letter) => [letter, one]);
}
