/**
 * Text that a spreadsheet would read as a formula, also after spaces, control characters and zero-width marks, or
 * with a full-width sign (OWASP, CSV injection).
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+@＝＋－＠-])/u;

/** A cell of a CSV file that a spreadsheet shows as text. */
export function formulaFree(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
