import fc from 'fast-check';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { COMMON, type FontRun, runsOf } from './font-runs.js';
import type { LetterFont } from './letter-font.js';

const fontsOf = async (text: string) => (await runsOf(text, 'body')).map(({ font, text: part }) => [font.name, part]);

function opened({ bytes }: LetterFont): Font {
  const font = create(bytes);
  if ('fonts' in font) throw new Error('a collection of fonts');
  return font;
}

const shaped = ({ font, text }: FontRun) => opened(font).layout(text);

describe('runsOf', () => {
  it('a text that the common font covers is one run', async () => {
    expect(await runsOf('Zoë Łukasz', 'strong')).toEqual([{ font: COMMON.strong, text: 'Zoë Łukasz' }]);
    expect(await runsOf('', 'body')).toEqual([{ font: COMMON.body, text: '' }]);
  });

  it('a name in two scripts has a font for each', async () => {
    const runs = await fontsOf('Chan 陳 (David)');
    expect(runs.map(([, text]) => text)).toEqual(['Chan ', '陳', ' (David)']);
    expect([runs[0]?.[0], runs[2]?.[0]]).toEqual(['body', 'body']);
    expect(runs[1]?.[0]).toMatch(/^noto-sans-sc-\d+-body$/);
  });

  it.each([
    ['高橋', 'sc'],
    ['高橋さくら', 'jp'],
    ['金민준', 'kr'],
  ])('%s is in the forms of %s', async (name, code) => {
    for (const [font] of await fontsOf(name)) expect(font).toContain(`noto-sans-${code}-`);
  });

  it('a character missing from the first font uses the next one', async () => {
    expect((await fontsOf('𠮷'))[0]?.[0]).toContain('noto-sans-jp-');
  });

  it('a variation selector shows no box, and a character without a font shows the common font’s box', async () => {
    expect((await fontsOf('葛\u{e0100}'))[0]).toEqual([expect.stringContaining('noto-sans-'), '葛']);
    expect(await fontsOf('🧿')).toEqual([['body', '🧿']]);
  });

  it('has characters of names beyond the frequent ones', async () => {
    for (const run of await runsOf('堃喆淼垚燊翀玥琞曌奭赟邨彧煊昉妘嫑龘甯镕髙﨑𠮷', 'body')) {
      expect(run.font, run.text).not.toBe(COMMON.body);
      expect(shaped(run).glyphs.map(({ id }) => id)).not.toContain(0);
    }
  });

  const between = (min: number, max: number) =>
    fc.integer({ min, max }).map((codePoint) => String.fromCodePoint(codePoint));
  /** The kanji of JIS X 0208, in two levels. */
  const kanji = fc
    .tuple(fc.integer({ min: 0xb0, max: 0xf3 }), fc.integer({ min: 0xa1, max: 0xfe }))
    .map((bytes) => new TextDecoder('euc-jp').decode(Uint8Array.from(bytes)));
  const SCRIPTS = {
    Hangul: between(0xac00, 0xd7a3),
    kana: between(0x3041, 0x3096),
    kanji: kanji.filter((character) => /^\p{Script=Han}$/u.test(character)),
    Thai: between(0x0e01, 0x0e3a),
  };
  it.each(Object.entries(SCRIPTS))(
    '%s: each glyph exists, in both weights',
    { timeout: 120_000 },
    async (_, character) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(character, { minLength: 1, maxLength: 12 }),
          fc.constantFrom('body' as const, 'strong' as const),
          async (text, weight) => {
            for (const run of await runsOf(text.join(''), weight)) {
              expect(run.font).not.toBe(COMMON[weight]);
              if (run.font.placesMarks(run.text)) expect(shaped(run).glyphs.map(({ id }) => id)).not.toContain(0);
            }
          },
        ),
        { numRuns: 20 },
      );
    },
  );

  it('the ring of SARA AM in Thai is below the tone mark, and takes no space', async () => {
    const [water] = await runsOf('น้ำ', 'body');
    if (water === undefined) throw new Error('there is no run');
    const { glyphs, positions } = shaped(water);
    expect(glyphs.map(({ codePoints }) => codePoints[0])).toEqual([0x0e19, 0x0e4d, 0x0e49, 0x0e32]);
    expect(positions.map(({ xAdvance }) => xAdvance > 0)).toEqual([true, false, false, true]);
  });

  it('a Thai tone mark is beside the ascender of its letter', async () => {
    const [pin] = await runsOf('ปิ่น', 'body');
    if (pin === undefined) throw new Error('there is no run');
    const [, , tone] = shaped(pin).positions;
    expect([tone?.xAdvance, Number(tone?.xOffset) < 0, Number(tone?.yOffset) < 0]).toEqual([0, true, true]);
  });
});

it('a name with characters from more slices than a letter may use ends in boxes', async () => {
  const name = Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n * 100)).join('');
  const fonts = new Set((await runsOf(name, 'body')).map(({ font }) => font.name));
  expect(fonts.size).toBeGreaterThan(30);
  expect(fonts.size).toBeLessThanOrEqual(61);
  expect(fonts).toContain('body');
});

it('marks that the library cannot place are detected before a letter fails on them', async () => {
  const [run] = await runsOf('\u0e2c\u0e38\u0e33\u0e01', 'body');
  if (run === undefined) throw new Error('there is no run');
  expect(() => shaped(run)).toThrow(TypeError);
  expect(run.font.placesMarks(run.text)).toBe(false);
  expect(run.font.placesMarks('น้ำ')).toBe(true);
});
