import { create } from 'fontkit';

/** `body` is weight 400, `strong` is 700. */
export type Weight = 'body' | 'strong';

/** A font as a letter embeds it. */
export interface LetterFont {
  /** Unique within a letter. */
  readonly name: string;
  /** TrueType or WOFF. */
  readonly bytes: Buffer;
  /** From the baseline to the top, as a fraction of the font size. */
  readonly ascent: number;
  /** Height of a line, as a fraction of the font size. */
  readonly height: number;
  /** Whether it has a glyph for every visible character of a text. */
  covers(text: string): boolean;
  /** Whether it can place the text's marks. The library fails on some, for example two vowels on one Thai letter. */
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

/** Without joiners, variation selectors and the like. */
export function visible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '');
}
