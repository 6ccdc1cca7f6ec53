import { expect, it } from 'vitest';
import { beginsLikeTotals, isAllNumbers } from './totals-row.js';

const looksLikeTotals = (cells: readonly string[]) => beginsLikeTotals(cells) || isAllNumbers(cells);

it.each([
  [['Total', '', '500']],
  [['', 'Grand Total:', '500']],
  [['TOTALS']],
  [['Summe', '1.000,00']],
  [['Gesamtsumme', '']],
  [['', '', '1,000', '$2,500.00', '(40)']],
])('%j looks like totals', (cells) => {
  expect(looksLikeTotals(cells)).toBe(true);
});

it.each([
  [['loan', 'A-1', '500']],
  [['Totally other', 'x']],
  [['', '', '']],
  [['A-1', '500']],
  [['Summers', '1']],
  [['total-4471', 'x']],
])('%j does not', (cells) => {
  expect(looksLikeTotals(cells)).toBe(false);
});
