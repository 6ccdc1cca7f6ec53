import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type LetterFont, letterFont, type Weight } from './letter-font.js';

const WEIGHTS = { body: 400, strong: 700 } as const satisfies Record<Weight, number>;

/**
 * Slices kept in memory, about 50 kB each: as many as a family has in both weights, so that no text evicts what it
 * still needs.
 */
const MOST_HELD = 256;

/** Slice → its characters, as in CSS: `U+4e00-4e0f,U+4e11`. */
const unicodeRanges = z.record(z.string(), z.string());

/** The most recently used slices. */
const held = new Map<string, Promise<LetterFont>>();

/**
 * More than any names and addresses need. The limit exists because reading a slice takes some 20 ms, and borrowers'
 * names are outside input.
 */
const MOST_OF_LETTER = 60;

/** The slices that one letter uses. */
export class UsedSlices {
  readonly #names = new Set<string>();

  /** Whether this slice may be used: the letter already has it, or may use one more. */
  mayUse(name: string): boolean {
    if (this.#names.size < MOST_OF_LETTER) this.#names.add(name);
    return this.#names.has(name);
  }
}

/**
 * A variable font that its package splits into a hundred slices, by how often characters are used. A text needs one or
 * two of them, and reads no others.
 */
export class SlicedFamily {
  readonly #code: string;
  readonly #folder: string;
  #slices: Promise<ReadonlyMap<number, string>> | undefined;

  /** @param code - `sc` of Noto Sans SC. @param manifest - of its package: where it is */
  constructor(code: string, manifest: string) {
    this.#code = code;
    this.#folder = dirname(manifest);
  }

  /**
   * The font of the slice that covers a grapheme, in one weight; undefined if there is none, or if the letter has used
   * too many.
   */
  async fontOf(grapheme: string, weight: Weight, slices: UsedSlices): Promise<LetterFont | undefined> {
    this.#slices ??= slicesOf(this.#folder).catch((error: unknown) => {
      this.#slices = undefined;
      throw error;
    });
    const slice = (await this.#slices).get(grapheme.codePointAt(0) ?? 0);
    if (slice === undefined) return undefined;
    const name = `noto-sans-${this.#code}-${slice}-${weight}`;
    if (!slices.mayUse(name)) return undefined;
    const font = await heldFont(name, () => instanceOf(name, this.#file(slice), WEIGHTS[weight]));
    return font.covers(grapheme) ? font : undefined;
  }

  #file(slice: string): string {
    return join(this.#folder, 'files', `noto-sans-${this.#code}-${slice}-wght-normal.woff2`);
  }
}

async function slicesOf(folder: string): Promise<ReadonlyMap<number, string>> {
  const ranges = unicodeRanges.parse(JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')));
  const slices = new Map<number, string>();
  for (const [name, range] of Object.entries(ranges)) {
    const slice = name.replace(/[[\]]/g, '');
    for (const codePoint of codePointsOf(range)) if (!slices.has(codePoint)) slices.set(codePoint, slice);
  }
  return slices;
}

function* codePointsOf(range: string): Generator<number> {
  for (const [, first = '', last = first] of range.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
    for (let codePoint = Number.parseInt(first, 16); codePoint <= Number.parseInt(last, 16); codePoint += 1)
      yield codePoint;
  }
}

function heldFont(name: string, load: () => Promise<LetterFont>): Promise<LetterFont> {
  const known = held.get(name);
  const font = known ?? load();
  // A slice that could not be read is tried again for the next letter.
  if (known === undefined) font.catch(() => held.get(name) === font && held.delete(name));
  // Moves the slice to the end: the first one is evicted first.
  held.delete(name);
  held.set(name, font);
  const [oldest] = held.keys();
  if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest);
  return font;
}

/** Makes a static instance: the PDF library embeds TrueType, and its subsets of variable fonts fail. */
async function instanceOf(name: string, file: string, wght: number): Promise<LetterFont> {
  const { default: subsetFont } = await import('subset-font');
  const options = { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: { wght } } as const;
  return letterFont(name, await subsetFont(await readFile(file), undefined, options));
}
