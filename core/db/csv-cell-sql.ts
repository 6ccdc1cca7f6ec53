const BLANKS = String.raw`\s\u0001-\u0020\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff`;

/**
 * Text that a spreadsheet may treat as a formula, after skipping blanks, control characters and zero-width
 * characters, or after converting full-width characters. A text that begins with a tab or a line break counts
 * whatever follows (OWASP, CSV injection).
 */
const FORMULA = String.raw`^([\t\r\n]|[${BLANKS}]*[=+@＝＋－＠-])`;

/**
 * SQL of a text as a cell that no spreadsheet calculates: a quote in front of a formula makes it text. The only such
 * function for CSV files. Amounts and counts are no texts, so a negative number stays a number.
 */
export function harmlessCell(text: string): string {
  return `case when ${text} ~ '${FORMULA}' then '''' || ${text} else ${text} end`;
}

/** SQL of cents as dollars: `12.34`, without separators of thousands. */
export function dollarsCell(cents: string): string {
  return `((${cents}) / 100.0)::numeric(20, 2)::text`;
}
