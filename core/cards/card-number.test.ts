import { expect, it } from 'vitest';
import { cardRange, isOfABrand, passesLuhn } from './card-number.js';

it.each([
  ['visa', '4'],
  ['mastercard', '51'],
  ['mastercard', '55'],
  ['mastercard', '2221'],
  ['mastercard', '2720'],
  ['amex', '34'],
  ['amex', '37'],
  ['discover', '6011'],
  ['discover', '644'],
  ['discover', '65'],
  ['diners', '305'],
  ['diners', '3095'],
  ['diners', '36'],
  [undefined, '2220'],
  [undefined, '2721'],
  [undefined, '50'],
  [undefined, '56'],
  [undefined, '3528'],
  [undefined, '62'],
  [undefined, '0'],
])('%s begins with %s', (brand, prefix) => {
  expect(cardRange(`${prefix}${'0'.repeat(12)}`)?.brand).toBe(brand);
});

it('one wrong digit, or two swapped neighbours, are detected (ISO/IEC 7812-1, annex B)', () => {
  const number = '5555555555554444';
  expect(passesLuhn(number)).toBe(true);
  for (let n = 0; n < number.length; n += 1) {
    const wrong = (Number(number[n]) + 1) % 10;
    expect(passesLuhn(`${number.slice(0, n)}${wrong}${number.slice(n + 1)}`)).toBe(false);
  }
  expect(passesLuhn('5555555555545444')).toBe(false);
});

it.each([
  '4242424242424242',
  '4222222222222',
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
  '36227206271667',
  '6200000000000005',
  '3566002020360505',
])('%s has a valid number', (digits) => {
  expect(isOfABrand(digits)).toBe(true);
});

it.each([
  ['a wrong check digit', '4242424242424241'],
  ['a length that Visa does not have', '42424242424248'],
  ['a prefix of no brand', '1763737200123459'],
  ['more digits than a card has', '42424242424242424242'],
])('%s: %s is not a card number', (_, digits) => {
  expect(isOfABrand(digits)).toBe(false);
});
