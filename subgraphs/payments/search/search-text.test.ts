import { expect, it } from 'vitest';
import { newId } from '../../../core/ids/ids.js';
import { namedIn } from './search-text.js';

it('an id, also in lower case and with spaces around it', () => {
  const id = newId();
  expect(namedIn(` ${id.toLowerCase()} `).id).toBe(id);
  expect(namedIn(id.slice(1)).id).toBeUndefined();
});

it.each([
  ['$1,234.50', 123_450],
  ['1234.50', 123_450],
  ['$ 12', 1_200],
  ['12', 1_200],
  ['1,234,567.00', 123_456_700],
  ['9999999999.99', 999_999_999_999],
])('%s is an amount', (text, cents) => {
  expect(namedIn(text).cents).toBe(cents);
});

it.each(['12.5', '1,23', '12,34', '-5', '1e3', '99999999999', 'twelve', ''])('%j is no amount', (text) => {
  expect(namedIn(text).cents).toBeUndefined();
});

it.each([
  ['1047', 1_047],
  ['#1047', 1_047],
  ['000123', 123],
])('%s is a number', (text, number) => {
  expect(namedIn(text).number).toBe(number);
});

it.each(['1234567890123456', '10.47', 'A1047', ''])('%j is no number', (text) => {
  expect(namedIn(text).number).toBeUndefined();
});

it.each([
  ['smith 4242', { lastFour: '4242', rest: 'smith', cents: null }],
  ['4242 Ann  Smith', { lastFour: '4242', rest: 'Ann Smith', cents: null }],
  ['••4242 LN-7', { lastFour: '4242', rest: 'LN-7', cents: null }],
  ['*4242 $150.00', { lastFour: '4242', rest: '$150.00', cents: 15_000 }],
])('%s is an instrument', (text, instrument) => {
  expect(namedIn(text).instrument).toEqual(instrument);
});

it.each(['4242', '42424 smith', 'smith'])('%s is no instrument', (text) => {
  expect(namedIn(text).instrument).toBeUndefined();
});
