import { create } from 'fontkit';

/** `body` has the weight 400, `strong` 700. */
export type Weight = 'body' | 'strong';

/** A font as a letter embeds it. */
export interface LetterFont {
  /** Unique among the fonts of a letter. */
  readonly name: string;
  /** TrueType or WOFF. */
  readonly bytes: Buffer;
  /** From the baseline to the top, as a part of the font's size. */
  readonly ascent: number;
  /** Of a line, likewise. */
  readonly height: number;
  /** Whether it has a glyph for every character of a text. What shows nothing by itself needs none. */
  covers(text: string): boolean;
  /** Whether its marks can be placed in a text. The library fails on some, two vowels on one Thai letter among them. */
  placesMarks(text: string): boolean;
}

export function letterFont(name: string, bytes: Buffer): LetterFont {
  const font = create(bytes);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is a collection of fonts`);
  const isKnown = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const ascent = font.ascent / font.unitsPerEm;
  const height = (font.ascent - font.descent + font.lineGap) / font.unitsPerEm;
  const placesMarks = (text: string) => {
    try {
      font.layout(text);
      return true;
    } catch {
      return false;
    }
  };
  return { name, bytes, ascent, height, placesMarks, covers: (text) => [...visible(text)].every(isKnown) };
}

/** Without joiners, selectors of variants and the like. */
export function visible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '');
}
