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
  it('is masked where it may hold a card’s number', () => {
    expect(maskedText('paid 4242424242424242, thanks')).toBe('paid [card number], thanks');
    expect(maskedName('Ada 4242424242424242')).toBe('Ada [card number]');
    expect(maskedLine('visa 4242424242424242')).toBe('visa [card number]');
  });

  it('keeps digits alone in a line that may be a reference', () => {
    expect(maskedLine('4242424242424242')).toBe('4242424242424242');
  });

  it('loses what cannot be seen before it is looked at for a number', () => {
    expect(maskedText('4242\u200b4242\u200b4242\u200b4242')).toBe('[card number]');
    expect(maskedName('A\u202eda\nLovelace')).toBe('Ada Lovelace');
    expect(maskedText('one\ntwo')).toBe('one\ntwo');
  });

  it('keeps the number of an account, also where it looks like a card’s', () => {
    expect(readableIdentifier('4242\u200b424242424242')).toBe('4242424242424242');
  });
});

describe('a name', () => {
  const name = plainName({ minimum: 1, maximum: 4 });

  it('is checked in the bytes that were sent, and stored composed', () => {
    const sent = name.parse('Jose\u0301');
    expect([sent, composed(sent)]).toEqual(['Jose\u0301', 'José']);
    expect([composed(null), composed(undefined)]).toEqual([null, undefined]);
    expect(nameFromOutside('Jose\u0301 4242424242424242')).toBe('José [card number]');
  });

  it('has the length of the composed one', () => {
    expect(name.safeParse('éééé'.normalize('NFD')).success).toBe(true);
    expect(name.safeParse('ééééé'.normalize('NFD')).success).toBe(false);
    // One character that has no composed form: two are stored.
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

describe('an address on the web', () => {
  const url = plainUrl({ maximum: 200 });

  it.each([
    'https://example.com/4242424242424242',
    'https://example.com/?n=%34242424242424242',
    'https://example.com/4242-4242-4242-4242',
    'https://example.com/?n=4242%204242%204242%204242',
    'https://example.com/%2534242424242424242',
  ])('is refused with a card’s number in it: %s', (address) => {
    expect(url.safeParse(address).success).toBe(false);
  });

  it('is taken without one', () => {
    expect(url.parse('https://example.com/%zz/hooks/%E2%82%AC?tenant=17')).toBe(
      'https://example.com/%zz/hooks/%E2%82%AC?tenant=17',
    );
  });
});

it('a text of our own that breaks the rule is a fault of ours', () => {
  expect(() => ownText('card 4242 4242 4242 4242')).toThrow(TypeError);
  expect(() => ownText('A\u202e')).toThrow(TypeError);
});
