import { expect, it } from 'vitest';
import { contrast, LEAST_CONTRAST } from '../support/contrast.js';
import { siteStyle } from '../support/site-pages.js';

/* The documentation's palette, read from the style that pages load: every color of text on every background, in light and in dark. */

const style = siteStyle();
type Scheme = 'light' | 'dark';
const SCHEMES: readonly Scheme[] = ['light', 'dark'];
type Color = Readonly<Record<Scheme, string>>;

/** The variables of the style, for example `--text: light-dark(#16181d, #e9eaee)`. */
const PALETTE = new Map<string, Color>(
  [...style.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);
const BACKGROUNDS = ['bg', 'bg-sunken', 'bg-hover'];
const TEXTS = ['text', 'text-quiet', 'accent', 'good', 'waiting', 'bad'];

/** The highlighter's colors: a class for each color in the samples. */
const CODE_COLORS: readonly Color[] = [...style.matchAll(/\{--shiki-light:(#\w{6});--shiki-dark:(#\w{6})[;}]/g)].map(
  ([, light = '', dark = '']) => ({ light, dark }),
);

function tooFaint(name: string, color: Color, background: string): readonly string[] {
  const behind = PALETTE.get(background);
  if (behind === undefined) throw new Error(`the style has no --${background}`);
  return SCHEMES.map((scheme) => ({ scheme, ratio: contrast(color[scheme], behind[scheme]) }))
    .filter(({ ratio }) => ratio < LEAST_CONTRAST)
    .map(({ scheme, ratio }) => `${name} ${color[scheme]} on ${background}, ${scheme}: ${ratio.toFixed(2)}`);
}

it('the style names every color of the palette', () => {
  expect([...PALETTE.keys()]).toEqual([...BACKGROUNDS, 'line', ...TEXTS]);
});

it('code can be read on its background in each of the highlighter’s colors, light and dark', () => {
  expect(style).toMatch(/\npre \{[^}]*background: var\(--bg-sunken\)/);
  expect(CODE_COLORS.length).toBeGreaterThan(6);
  expect(CODE_COLORS.flatMap((color) => tooFaint('code', color, 'bg-sunken'))).toEqual([]);
});

it.each(TEXTS)('text in --%s can be read on every background, light and dark', (name) => {
  const color = PALETTE.get(name);
  if (color === undefined) throw new Error(`the style has no --${name}`);
  expect(BACKGROUNDS.flatMap((background) => tooFaint(name, color, background))).toEqual([]);
});

it('the first page’s button can be read, light and dark', () => {
  const [, color = '', light = '', dark = ''] =
    /\.call \{[^}]*color: (#\w{6});\s*background: light-dark\((#\w{6}), (#\w{6})\)/.exec(style) ?? [];
  for (const background of [light, dark]) expect(contrast(color, background)).toBeGreaterThan(LEAST_CONTRAST);
});
