import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardRange,
  couldBeCardNumber,
  holdsCardNumber,
  looksLikeCardNumber,
  namesCardNumber,
  passesLuhn,
} from './card-number.js';

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

it('one wrong digit, or two neighbours in the other order, are found out (ISO/IEC 7812-1, annex B)', () => {
  const number = '5555555555554444';
  expect(passesLuhn(number)).toBe(true);
  for (let n = 0; n < number.length; n += 1) {
    const wrong = (Number(number[n]) + 1) % 10;
    expect(passesLuhn(`${number.slice(0, n)}${wrong}${number.slice(n + 1)}`)).toBe(false);
  }
  expect(passesLuhn('5555555555545444')).toBe(false);
});

it('of texts about times and telephones next to none holds one', () => {
  const two = (n: number, of: number) => String(n % of).padStart(2, '0');
  let found = 0;
  for (let n = 0; n < 10_000; n += 1) {
    const texts = [
      `+1 (5${two(n, 100)}) 5${two(n * 7, 100)}-${String(n).padStart(4, '0')}, ${two(n, 12)}/${two(n, 28)}/2034`,
      `20${two(n, 100)}-${two(n, 12)}-${two(n, 28)} ${two(n, 24)}:${two(n * 3, 60)}:${two(n * 7, 60)}.${n % 1000}`,
    ];
    found += texts.filter(holdsCardNumber).length;
  }
  expect(found).toBeLessThan(20);
});

it.each([
  '4242424242424242',
  'order-4242424242424242',
  'my card 4242 4242 4242 4242 12/34',
  '4242-4242-4242-4242',
  '4242.4242.4242.4242',
  '7 378282246310005',
  '4242  4242  4242  4242 12/34 cvc 123',
  '4242/4242/4242/4242',
  '4242 - 4242 - 4242 - 4242',
  '4242\u00a04242\u00a04242\u00a04242',
  '4242\u200b4242\u200b4242\u200b4242',
  '4242, 4242, 4242, 4242',
  '4242\n4242\n4242\n4242',
  '４２４２４２４２４２４２４２４２',
  'Ada 3782 822463 10005',
  '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2',
  '42 42 42 42 42 42 42 42',
  '424242 4242424242',
  '4222 2222 2222 2',
  '6200-0000-0000-0005',
])('"%s" holds a card’s number', (text) => {
  expect(holdsCardNumber(text)).toBe(true);
});

it.each([
  '4242424242424241',
  '42424242424242424242424242',
  '1700000000000',
  '1763737200123456789',
  '2026-11-21 15:14:46.123',
  '01KAJ0000000000000000RGA01',
  '',
  '555-123-4567, 12/2026, 10:39',
  '+1 (555) 012-3456 ext. 7890 till 2026',
  'Mon 5/12, Tue 6/12, Wed 7/12, Thu 8/12, Fri 9/12',
  '5 cards, 4 people, 3 houses, 12 months, 2034',
  'DE89 3704 0044 0532 0130 00',
  'My card since 2019, account 4242 4242',
  '42.42 42.42 42.42',
  'Jean-Luc O’Neil III, 4th floor',
  '4242 and 4242 and 4242 and 4242',
])('"%s" holds none', (text) => {
  expect(holdsCardNumber(text)).toBe(false);
});

it.each([
  '4242424242424242',
  'order-4242424242424242',
  'order_4242424242424242.1',
  'order 4242 4242 4242 4242',
  '4242-4242-4242-4242',
  '3782 822463 10005',
])('"%s" names a card’s number', (name) => {
  expect(namesCardNumber(name)).toBe(true);
});

it.each([
  'f4111111-1111-4111-8111-11111aaaaaaa',
  '41111111-1111-1111-8111-111111111111',
  'a4242424242424242b',
  '1763737200123456789',
  '2026-11-21-15-14-46',
  '01KAJ0000000000000000RGA01',
])('"%s" names none', (name) => {
  expect(namesCardNumber(name)).toBe(false);
});

it('no UUID names one, however its digits fall', () => {
  for (let n = 0; n < 100_000; n += 1) {
    const uuid = randomUUID();
    if (namesCardNumber(uuid)) expect.fail(uuid);
  }
});

describe('however a text is made', () => {
  /** What the search means, said plainly: every run of groups, every stretch of whole groups of it. Too slow for long texts. */
  function stretches(text: string): readonly (readonly string[])[] {
    const runs = text.normalize('NFKC').match(/\d+(?:[^\p{L}\p{N}]{1,3}\d+)*/gu) ?? [];
    return runs
      .map((run) => run.split(/[^0-9]+/))
      .flatMap((groups) =>
        groups.flatMap((_, from) => groups.slice(from).map((__, n) => groups.slice(from, from + n + 1))),
      );
  }

  const parts = fc.oneof(
    { weight: 6, arbitrary: fc.stringMatching(/^[0-9]{1,20}$/) },
    { weight: 6, arbitrary: fc.stringMatching(/^[ ._/-]{1,4}$/) },
    { weight: 3, arbitrary: fc.constantFrom('4242', '4242424242424242', '378282', '2246310005', '41', '1', '0') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '４２',
        '٤',
        '½',
        '\u{1f4b3}',
        '\u{1f4b3}\u{1f4b3}\u{1f4b3}',
        '\ud83d',
        'é',
        'a',
        '\n',
      ),
    },
  );
  const texts = fc.array(parts, { maxLength: 16 }).map((all) => all.join(''));

  it('a number is found in it exactly where some stretch of its groups is one', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const isThere = stretches(text).some((groups) => couldBeCardNumber(groups.join('')));
        expect(looksLikeCardNumber(text)).toBe(isThere);
        if (!isThere) expect(holdsCardNumber(text)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['1 '.repeat(500_000), false],
    [`${'1 '.repeat(500_000)}x4242 4242 4242 4242`, true],
    ['1'.repeat(1_000_000), false],
    [`4${' '.repeat(1_000_000)}`, false],
    ['\ufdfa'.repeat(300_000), false],
  ])('one of a million characters is read as far as it goes', (text, found) => {
    expect(looksLikeCardNumber(text)).toBe(found);
  });
});
