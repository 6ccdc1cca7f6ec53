/** Why a file's whole number may not have a point or a comma. */
export const NO_SEPARATORS = 'without "." or ",": they may separate thousands or decimals, and are not guessed';

/** Whether a cell is a number with a point or a comma: `1,000`, `1.000`, `1000.00`. */
export function isSeparatedNumber(cell: string): boolean {
  return /^[-+]?\d[\d.,]*$/.test(cell) && /[.,]/.test(cell);
}
