import { expect, it } from 'vitest';
import { isRoundedNumber } from './spreadsheet-rounded-number.js';

it.each(['1.23457E+11', '1,23457E+11', '1e+21', '9E+5', '1.23457E11'])('%s is a rounded number', (identifier) => {
  expect(isRoundedNumber(identifier)).toBe(true);
});

it.each(['123457000000', '1E5', '12E4', '1.2', 'A-1E+5', '1E+', '12.5E+3', '1E-05', ''])(
  '%j is accepted as an identifier',
  (identifier) => {
    expect(isRoundedNumber(identifier)).toBe(false);
  },
);
