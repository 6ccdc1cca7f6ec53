const EXACT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const WHOLE = new Intl.NumberFormat('en-US');

/** Formats cents as dollars: `$1,234.56`, `−$5.00`. */
export function dollars(cents: number): string {
  return minus(EXACT.format(cents / 100));
}

export function count(value: number): string {
  return WHOLE.format(value);
}

/** A number of things: `1 loan`, `2,000 loans`. */
export function plural(value: number, thing: string): string {
  return `${count(value)} ${thing}${value === 1 ? '' : 's'}`;
}

/** A share of a total: `12.3%`. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;
}

const SHORT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** Short form of cents for a chart's scale: `$40K`. */
export function dollarsInShort(cents: number): string {
  return minus(SHORT.format(cents / 100));
}

/** A decimal between 0 and 1: `12.3%`. */
export function percent(part: number): string {
  return `${(part * 100).toFixed(1)}%`;
}

/** Short form for a chart's scale: `20%`, `2.5%`. */
export function wholePercent(part: number): string {
  return `${Number((part * 100).toFixed(1))}%`;
}

function minus(text: string): string {
  return text.replace('-', '−');
}

/** Parses typed dollars to cents; undefined if the text is not an amount. */
export function centsOf(text: string): number | undefined {
  const found = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (found === null) return undefined;
  const [, whole = '', fraction = ''] = found;
  return Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
}
