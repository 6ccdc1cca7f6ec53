import { describe, expect, it, vi } from 'vitest';
import {
  composed,
  maskedLine,
  maskedName,
  maskedText,
  nameFromOutside,
  ownText,
  plainName,
  plainUrl,
  readableIdentifier,
} from './stored-text.js';

describe('text from outside', () => {
  it('is masked where it may hold a card number', () => {
    expect(maskedText('paid 4242424242424242, thanks')).toBe('paid [card number], thanks');
    expect(maskedName('Ada 4242424242424242')).toBe('Ada [card number]');
    expect(maskedLine('visa 4242424242424242')).toBe('visa [card number]');
  });

  it('keeps digits alone in a line that may be a reference', () => {
    expect(maskedLine('4242424242424242')).toBe('4242424242424242');
  });

  it('loses invisible characters before it is searched for a card number', () => {
    expect(maskedText('4242\u200b4242\u200b4242\u200b4242')).toBe('[card number]');
    expect(maskedName('A\u202eda\nLovelace')).toBe('Ada Lovelace');
    expect(maskedText('one\ntwo')).toBe('one\ntwo');
  });

  it('keeps an account number, even one that looks like a card number', () => {
    expect(readableIdentifier('4242\u200b424242424242')).toBe('4242424242424242');
  });
});

describe('a name', () => {
  const name = plainName({ minimum: 1, maximum: 4 });

  it('is checked as sent, and stored in composed form', () => {
    const sent = name.parse('Jose\u0301');
    expect([sent, composed(sent)]).toEqual(['Jose\u0301', 'José']);
    expect([composed(null), composed(undefined)]).toEqual([null, undefined]);
    expect(nameFromOutside('Jose\u0301 4242424242424242')).toBe('José [card number]');
  });

  it('is measured in composed form', () => {
    expect(name.safeParse('éééé'.normalize('NFD')).success).toBe(true);
    expect(name.safeParse('ééééé'.normalize('NFD')).success).toBe(false);
    // One character without a composed form: two are stored.
    expect(name.safeParse('\u0958\u0958\u0958').success).toBe(false);
  });

  it('is not normalized when it is too long in every form, because that can take quadratic time', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    try {
      const marks = 'a\u0301\u0323'.repeat(100_000);
      expect(name.safeParse(marks).success).toBe(false);
      nameFromOutside(marks);
      expect(normalize.mock.contexts.filter((text) => String(text).length > 10_000)).toEqual([]);
    } finally {
      normalize.mockRestore();
    }
  });
});

describe('a web address', () => {
  const url = plainUrl({ maximum: 200 });

  it.each([
    'https://example.com/4242424242424242',
    'https://example.com/?n=%34242424242424242',
    'https://example.com/4242-4242-4242-4242',
    'https://example.com/?n=4242%204242%204242%204242',
    'https://example.com/%2534242424242424242',
  ])('is refused with a card number in it: %s', (address) => {
    expect(url.safeParse(address).success).toBe(false);
  });

  it('is accepted without one', () => {
    expect(url.parse('https://example.com/%zz/hooks/%E2%82%AC?tenant=17')).toBe(
      'https://example.com/%zz/hooks/%E2%82%AC?tenant=17',
    );
  });
});

it('internal text that breaks the rule is a bug', () => {
  expect(() => ownText('card 4242 4242 4242 4242')).toThrow(TypeError);
  expect(() => ownText('A\u202e')).toThrow(TypeError);
});
