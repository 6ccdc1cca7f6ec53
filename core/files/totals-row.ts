const WORDS =
  /^(?:grand[\s-]*|sub[\s-]*)?(?:totals?|totale?s?|totaux|sums?|summen?|zwischensummen?|gesamt\w*|somme|somma|suma|soma)(?!\p{L})/iu;
const NUMBER = /^[-+(]?[$€£]?\s?\d[\d.,'’\s]*\)?$/;

/** Whether a row looks like the totals that people put under a table: it begins with such a word, or has numbers alone. */
export function looksLikeTotals(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [first] = filled;
  return first !== undefined && (WORDS.test(first) || filled.every((cell) => NUMBER.test(cell)));
}
