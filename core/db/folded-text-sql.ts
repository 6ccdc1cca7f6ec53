/*
 * The only way in which searches compare texts. It is pure SQL, so that both texts are folded alike, and needs only
 * what every Postgres has: no extension, no function of ours, no column that a part of an earlier version would not
 * fill.
 */

/**
 * SQL for whether a text contains every word of a search term, in any order, ignoring case, diacritics, apostrophes and
 * normal forms. NULL if either is NULL, or if nothing is left of the search term (marks without a letter).
 *
 * @param part - SQL of the search term. It is folded once, however many texts are compared with it.
 */
export function containsFolded(text: string, part: string): string {
  return `${withoutApostrophes(text)} like all ((
    select array_agg('%' || regexp_replace(word, '([%_\\\\])', '\\\\\\1', 'g') || '%')
    from regexp_split_to_table(${withoutApostrophes(`${part}::text`)}, '\\s+') word where word <> '')::text[])`;
}

/** Many people write O’Brien as OBrien. */
function withoutApostrophes(text: string): string {
  return `replace(${folded(text)}, '''', '')`;
}

/**
 * SQL of the folded text. Most texts are ASCII: their fold is lower case, which takes a quarter of the time. A text
 * longer than names and memos is only lowered, because normalization takes quadratic time on long runs of combining
 * marks.
 */
export function folded(text: string): string {
  const isPlain = `octet_length(${text}) = char_length(${text}) or octet_length(${text}) > ${LONGEST_BYTES}`;
  return `case when ${isPlain} then lower(${text} collate "C") else ${foldedLetters(text)} end`;
}

const LONGEST_BYTES = 2_000;

/** Lower-casing follows the decomposition: by then a capital İ is an I with a dot. */
function foldedLetters(text: string): string {
  // Marks are removed before and after: marks that need no reordering cost nothing.
  const decomposed = `normalize(${withoutMarks(`translate(${text}, '´', '''')`)}, NFKD)`;
  const bare = withoutMarks(decomposed);
  const single = `translate(lower(${bare}), '${[...SINGLE.keys()].join('')}', '${[...SINGLE.values()].join('')}')`;
  return DOUBLE.reduce((folded, [letter, pair]) => `replace(${folded}, '${letter}', '${pair}')`, single);
}

function withoutMarks(text: string): string {
  return `regexp_replace(${text}, '[\\u0300-\\u036f]', '', 'g')`;
}

/**
 * Letters and signs that no normal form decomposes, including capitals: a database with locale `C` lowers only ASCII.
 */
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
