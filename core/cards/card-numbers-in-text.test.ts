import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CARD_LENGTHS, randomReferences } from '../../test/support/random-references.js';
import { recordPaymentBody } from '../contract/collected-payment.js';
import { isOfABrand } from './card-number.js';
import {
  holdsCardNumber,
  isCardNumberWithin,
  mayHoldCardNumber,
  withoutCardNumbers,
  withoutSignedCardNumbers,
} from './card-numbers-in-text.js';

describe('a number with a sign that it is a card number', () => {
  it.each([
    'my card 4242 4242 4242 4242 12/34',
    '4242-4242-4242-4242',
    '4242.4242.4242.4242',
    '4242  4242  4242  4242 12/34 cvc 123',
    '4242/4242/4242/4242',
    '4242 - 4242 - 4242 - 4242',
    '4242\u00a04242\u00a04242\u00a04242',
    '4242\u200b4242\u200b4242\u200b4242',
    '4242, 4242, 4242, 4242',
    '4242\n4242\n4242\n4242',
    '４２４２ ４２４２ ４２４２ ４２４２',
    '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
    '४२४२-४२४२-४२४२-४२४२',
    'Ada 3782 822463 10005',
    '7 3782 822463 10005',
    '6200-0000-0000-0005',
    'card 4242424242424242',
    'Card no. 4242424242424242',
    'card number: 4242424242424242',
    'card_number=4242424242424242',
    '"card":"4242424242424242"',
    'credit card #4242424242424242',
    'PAN 378282246310005',
    'visa4242424242424242',
    'VISA ending in 4242424242424242',
    'Master Card 5555555555554444',
    '4242424242424242 (Visa)',
    '4242424242424242, 12/34, cvc 123',
    'amex 3782 8224 6310 005',
    'cc 4242424242424242',
    'CC: 4242424242424242',
    '4242424242424242 cc',
    'card ٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
  ])('%j: refused', (text) => {
    expect(holdsCardNumber(text)).toBe(true);
    expect(mayHoldCardNumber(text)).toBe(true);
    expect(isCardNumberWithin(text)).toBe(true);
    expect(holdsCardNumber(withoutCardNumbers(text))).toBe(false);
  });
});

describe('the same digits without a sign', () => {
  it.each([
    '4242424242424242',
    'order-4242424242424242',
    'POS-4242424242424242',
    'paid by card. 4242424242424242 is our reference',
    'discard 4242424242424242',
    '７ ４２４２４２４２４２４２４２４２',
    '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
  ])('%j: accepted, and masked in a log', (text) => {
    expect(holdsCardNumber(text)).toBe(false);
    expect(mayHoldCardNumber(text)).toBe(true);
    expect(withoutCardNumbers(text)).toContain('[card number]');
  });
});

describe('not a card number', () => {
  it.each([
    'card 4242424242424241',
    'card 42424242424242424242',
    '42424242424242424242424242',
    '4242 4242 4242 4242 4242',
    'visa 1763737200123456',
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
    '4242 and 4242 and 4242 and 4242',
    'f4111111-1111-4111-8111-11111aaaaaaa',
    'a4242424242424242b',
    '615b593d-4166-4d49-9968-6909192cc7e1',
    '615b593d-4166-4d49-9968-6909192222cc',
    'cc42-4242-4242-4242',
    'Jean-Luc O’Neil III, 4th floor',
  ])('%j: accepted, and not masked', (text) => {
    expect(holdsCardNumber(text)).toBe(false);
    expect(withoutCardNumbers(text)).toBe(text);
  });

  it('no UUID matches, whatever its digits', () => {
    for (let n = 0; n < 20_000; n += 1) {
      const uuid = randomUUID();
      if (holdsCardNumber(uuid)) expect.fail(uuid);
    }
  });
});

it.each(CARD_LENGTHS)(
  'none of 20 000 random references of %d digits is refused, as a reference or in a memo',
  (digits) => {
    for (const reference of randomReferences(digits, 20_000, 13)) {
      const sent = {
        amount_cents: 1,
        payment_method: 'cash',
        external_reference: reference,
        memo: `till ${reference}`,
      };
      if (!recordPaymentBody.safeParse(sent).success) expect.fail(reference);
    }
  },
);

it('only the number is masked', () => {
  expect(withoutCardNumbers('key (4242424242424242) and 4242-4242-4242-4242 of 2034')).toBe(
    'key ([card number]) and [card number] of 2034',
  );
});

it('in a field that must not become empty, only a number with a sign is masked', () => {
  expect(withoutSignedCardNumbers('visa-4000056655665556@example.com')).toBe('visa-[card number]@example.com');
  expect(withoutSignedCardNumbers('4242424242424242, 4242-4242-4242-4242')).toBe('4242424242424242, [card number]');
});

describe('whatever the text', () => {
  /** A plain specification of the search: each stretch of whole groups in each run. Too slow for long texts. */
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
    { weight: 1, arbitrary: fc.constantFrom('４２', '½', '\u{1f4b3}', '\ud83d', 'é', 'a', '\n', 'card', ' visa ') },
  );
  const texts = fc.array(parts, { maxLength: 16 }).map((all) => all.join(''));

  it('a number is found exactly where some stretch of groups is one; with a sign only where there is a sign', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const isThere = stretches(text).some((groups) => isOfABrand(groups.join('')));
        expect(isCardNumberWithin(text)).toBe(isThere);
        if (!isThere) expect(mayHoldCardNumber(text)).toBe(false);
        if (holdsCardNumber(text)) expect(mayHoldCardNumber(text)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  /** The cost of one character: it is read twice, and the end of a group is checked against seven starts. */
  const MOST_STEPS = 6;

  it.each([
    ['0 '],
    ['4 '],
    ['4 0 0 0 '],
    ['12 34 '],
    ['4111-'],
    ['4111 1111 1111 1112 '],
    ['4111111111111111 x '],
    ['card 4242424242424241 '],
    ['visa, 4'],
    ['4'],
    ['1'],
    ['４ '],
    ['４１１１-'],
    ['٤'],
    ['٤ ٠ ٠ ٠ '],
    ['0 é'],
    ['4   '],
    ['card '],
    ['lorem ipsum '],
    ['\ufdfa'],
  ])('%j repeated costs steps in proportion to its length', (part) => {
    const text = part.repeat(Math.ceil(20_000 / part.length));
    const length = text.normalize('NFKC').length;
    for (const search of [holdsCardNumber, mayHoldCardNumber, isCardNumberWithin, withoutCardNumbers]) {
      const steps = { count: 0 };
      search(text, steps);
      expect(steps.count).toBeLessThanOrEqual(MOST_STEPS * length);
    }
  });

  it('Unicode normalization reorders these marks in small steps', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(holdsCardNumber('\u0315\u0316'.repeat(50_000))).toBe(false);
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    normalize.mockRestore();
    expect(lengths.length).toBeGreaterThan(1_000);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(64);
  });

  it.each([
    ['1 '.repeat(500_000), false],
    [`${'1 '.repeat(500_000)}x4242 4242 4242 4242`, true],
    [`4${' '.repeat(1_000_000)}`, false],
    ['card 4242424242424241 '.repeat(40_000), false],
  ])('a text of a million characters is read up to the limit', (text, found) => {
    expect(isCardNumberWithin(text)).toBe(found);
    expect(withoutCardNumbers(text).length).toBeLessThanOrEqual(text.length);
  });
});

it('text around a number stays unchanged, in any script', () => {
  expect(withoutCardNumbers('½ paid ﬁrm™\u00a0card 4242\u00a04242\u00a04242\u00a04242 – ①')).toBe(
    '½ paid ﬁrm™\u00a0card [card number] – ①',
  );
  expect(withoutCardNumbers('① 番号: ４２４２４２４２４２４２４２４２ ①')).toBe('① 番号: [card number] ①');
});
