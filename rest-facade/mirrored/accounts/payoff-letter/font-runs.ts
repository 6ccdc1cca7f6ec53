import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type LetterFont, letterFont, visible, type Weight } from './letter-font.js';
import { SlicedFamily, UsedSlices } from './sliced-font.js';

const require = createRequire(import.meta.url);

/** Latin, Greek, Cyrillic, Hebrew, Arabic and more. */
export const COMMON: Readonly<Record<Weight, LetterFont>> = {
  body: letterFont('body', readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))),
  strong: letterFont('strong', readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))),
};

const CHINESE = new SlicedFamily('sc', require.resolve('@fontsource-variable/noto-sans-sc/package.json'));
const TRADITIONAL_CHINESE = new SlicedFamily('tc', require.resolve('@fontsource-variable/noto-sans-tc/package.json'));
const JAPANESE = new SlicedFamily('jp', require.resolve('@fontsource-variable/noto-sans-jp/package.json'));
const KOREAN = new SlicedFamily('kr', require.resolve('@fontsource-variable/noto-sans-kr/package.json'));

/** A part of a text in one font. */
export interface FontRun {
  readonly font: LetterFont;
  readonly text: string;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into runs by font. A character that no font has uses the common font, which shows a box. */
export async function runsOf(
  text: string,
  weight: Weight,
  slices: UsedSlices = new UsedSlices(),
): Promise<readonly FontRun[]> {
  const common = COMMON[weight];
  if (common.covers(text)) return [{ font: common, text }];
  const families = familiesOf(text);
  const runs: FontRun[] = [];
  for (const { segment } of GRAPHEMES.segment(withThaiMarksInOrder(text))) {
    const run = await runOf(segment, weight, { families, slices });
    const last = runs.at(-1);
    if (last?.font.name === run.font.name) runs.splice(-1, 1, { ...last, text: last.text + run.text });
    else runs.push(run);
  }
  return runs;
}

async function runOf(
  grapheme: string,
  weight: Weight,
  { families, slices }: { readonly families: readonly SlicedFamily[]; readonly slices: UsedSlices },
): Promise<FontRun> {
  const common: FontRun = { font: COMMON[weight], text: grapheme };
  if (common.font.covers(grapheme)) return common;
  // Slice fonts have no glyph for a joiner.
  const text = visible(grapheme);
  if (THAI.test(text)) return { font: thai(weight), text };
  for (const family of families) {
    const font = await family.fontOf(text, weight, slices);
    if (font !== undefined) return { font, text };
  }
  return common;
}

/** Chinese and Japanese share characters but draw them differently: kana make a text Japanese, Hangul Korean. */
function familiesOf(text: string): readonly SlicedFamily[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [JAPANESE, CHINESE, TRADITIONAL_CHINESE, KOREAN];
  if (/\p{Script=Hangul}/u.test(text)) return [KOREAN, CHINESE, TRADITIONAL_CHINESE, JAPANESE];
  return [CHINESE, TRADITIONAL_CHINESE, JAPANESE, KOREAN];
}

const THAI = /^\p{Script=Thai}+$/u;
const THAI_FILES = {
  body: require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff'),
  strong: require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-700-normal.woff'),
} as const;
const thaiFonts = new Map<Weight, LetterFont>();

function thai(weight: Weight): LetterFont {
  const known = thaiFonts.get(weight);
  if (known !== undefined) return known;
  const font = letterFont(`thai-${weight}`, readFileSync(THAI_FILES[weight]));
  thaiFonts.set(weight, font);
  return font;
}

/**
 * Puts the ring of SARA AM before the tone mark that follows it in the text: unlike HarfBuzz, the PDF library does not
 * reorder them.
 */
function withThaiMarksInOrder(text: string): string {
  return text.replace(/([\u0e31\u0e34-\u0e37\u0e47-\u0e4e]*)\u0e33/g, '\u0e4d$1\u0e32');
}
