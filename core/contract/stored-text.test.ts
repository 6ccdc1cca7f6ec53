import { describe, expect, it } from 'vitest';
import { maskedLine, maskedName, maskedText, ownText, plainUrl, readableIdentifier } from './stored-text.js';

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
