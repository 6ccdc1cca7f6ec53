import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* The dashboard's colors: text is readable on every background, in both schemes. WCAG 2.1, 1.4.3: at least 4.5 to 1. */

const LEAST_CONTRAST = 4.5;
const TEXTS = ['text', 'text-quiet', 'text-faint', 'accent', 'good', 'waiting', 'bad'];
const GROUNDS = ['bg', 'bg-sunken', 'bg-raised', 'bg-hover', 'bg-selected'];

const SOURCE = readFileSync(new URL('../../dashboard/src/styles/tokens.css', import.meta.url), 'utf8');

describe.each(['light', 'dark'] as const)('tokens.css › %s', (scheme) => {
  const colors = colorsOf(scheme);

  it.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))('%s on %s', (text, ground) => {
    expect(contrast(colors.get(text), colors.get(ground))).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  });

  it('on-accent on accent-bg', () => {
    expect(contrast(colors.get('on-accent'), colors.get('accent-bg'))).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  });
});

function colorsOf(scheme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const both = SOURCE.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g);
  const same = SOURCE.matchAll(/--([\w-]+): (#\w{6});/g);
  return new Map([
    ...[...both].map(([, name = '', light = '', dark = '']) => [name, scheme === 'light' ? light : dark] as const),
    ...[...same].map(([, name = '', color = '']) => [name, color] as const),
  ]);
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as defined by WCAG: 0 is black, 1 is white. */
function luminance(color: string | undefined): number {
  if (color === undefined) throw new Error('tokens.css has no such colour');
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
