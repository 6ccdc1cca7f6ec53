/**
 * `1.23457E+11`: the notation of spreadsheets and JSON for a long number. `1E5` is accepted: it may be a genuine
 * identifier.
 */
const ROUNDED = /^\d(?:[.,]\d+)?e\+\d+$|^\d[.,]\d+e\d+$/i;

/** Whether an identifier is in scientific notation, so that its last digits are lost. */
export function isRoundedNumber(identifier: string): boolean {
  return ROUNDED.test(identifier);
}

export const ROUNDED_NUMBER =
  'is a number that a spreadsheet has rounded: format the column as text, and export the file again';
