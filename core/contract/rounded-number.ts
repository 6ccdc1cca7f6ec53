/** `1.23457E+11`: as spreadsheets and JSON write a number of many digits. `1E5` may be a number of somebody's own. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+\d+$|^\d[.,]\d+e\d+$/i;

/** Whether an identifier is a number in scientific notation: its last digits are lost. */
export function isRoundedNumber(identifier: string): boolean {
  return ROUNDED.test(identifier);
}

export const ROUNDED_NUMBER =
  'is a number that a spreadsheet has rounded: format the column as text, and export the file again';
