const WORDS =
  /^(?:grand[\s-]*|sub[\s-]*)?(?:totals?|totale?s?|totaux|sums?|summen?|zwischensummen?|gesamt\w*|somme|somma|suma|soma)(?=$|[\s:.()])/iu;
const NUMBER = /^[-+(]?[$€£]?\s?\d[\d.,'’\s]*\)?$/;

/** Whether a row begins with a word such as "Total", which people add below a table. */
export function beginsLikeTotals(cells: readonly string[]): boolean {
  const [first] = filled(cells);
  return first !== undefined && WORDS.test(first);
}

/** Whether a row has only numbers, and at least one: totals without a label. */
export function isAllNumbers(cells: readonly string[]): boolean {
  const given = filled(cells);
  return given.length > 0 && given.every((cell) => NUMBER.test(cell));
}

function filled(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}
