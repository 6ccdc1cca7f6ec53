import { describe, expect, it } from 'vitest';
import { invisibleCharacterIn, withoutInvisibleCharacters } from './invisible-characters.js';

const HIDDEN: readonly (readonly [name: string, mark: string, codePoint: string])[] = [
  ['a right-to-left override', '\u202e', 'U+202E'],
  ['a right-to-left isolate', '\u2067', 'U+2067'],
  ['a left-to-right mark', '\u200e', 'U+200E'],
  ['a zero-width space', '\u200b', 'U+200B'],
  ['a joiner between Latin letters', '\u200d', 'U+200D'],
  ['a soft hyphen', '\u00ad', 'U+00AD'],
  ['a byte order mark', '\ufeff', 'U+FEFF'],
  ['a bell', '\u0007', 'U+0007'],
  ['a carriage return', '\r', 'U+000D'],
  ['a line separator', '\u2028', 'U+2028'],
  ['a tag', '\u{e0041}', 'U+E0041'],
  ['a Hangul filler', '\u3164', 'U+3164'],
  ['a variation selector after a Latin letter', '\ufe0f', 'U+FE0F'],
  ['an empty Braille pattern', '\u2800', 'U+2800'],
];

describe('hiddenMarkIn', () => {
  it.each(HIDDEN)('finds %s, also in a name', (_name, mark, codePoint) => {
    const found = { codePoint, position: 3 };
    expect(invisibleCharacterIn(`A-${mark}321`)).toEqual(found);
    expect(invisibleCharacterIn(`A-${mark}321`, { shaping: true })).toEqual(found);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(invisibleCharacterIn('😀😀\u200b')).toEqual({ codePoint: 'U+200B', position: 3 });
  });

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Marathi', 'क्\u200dष'],
    ['Malayalam, at the end of a word', 'അവന്\u200d'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['a family of emoji', '👨\u200d👩\u200d👧'],
    ['a heart in colour', '❤\ufe0f'],
    ['a variant of an ideograph', '葛\u{e0100}'],
    ['a name in Latin letters', 'José Núñez-O’Brien'],
  ])('lets a name keep what its script needs: %s', (_script, name) => {
    expect(invisibleCharacterIn(name, { shaping: true })).toBeUndefined();
    expect(withoutInvisibleCharacters(name, { shaping: true })).toBe(name);
  });

  it.each([
    ['after a character that many scripts share', 'A\u202f\u180bB'],
    ['after another joiner', 'ᠠ\u180b\u180c'],
    ['after a decomposed letter of a script without joiners', 'Mun\u0303\u200coz'],
    ['after a middle dot', 'Col\u00b7\ufe00l'],
    ['after a digit of a script with joiners', '\u096a\u200d\u0968'],
    ['two of them', 'क्\u200d\u200d'],
  ])('refuses a joiner or a selector in a name %s', (_where, name) => {
    expect(invisibleCharacterIn(name, { shaping: true })).toBeDefined();
  });

  it('allows line breaks in prose, and nothing else', () => {
    expect(invisibleCharacterIn('one\ntwo\r\n\tthree', { lines: true })).toBeUndefined();
    expect(invisibleCharacterIn('one\u2028two', { lines: true })).toEqual({ codePoint: 'U+2028', position: 4 });
  });
});

describe('withoutHiddenMarks', () => {
  it.each(HIDDEN)('removes %s', (_name, mark) => {
    expect(withoutInvisibleCharacters(`A-${mark}321`).replace(' ', '')).toBe('A-321');
  });

  it('replaces a line break with a blank', () => {
    expect(withoutInvisibleCharacters('one\ntwo')).toBe('one two');
  });
});
