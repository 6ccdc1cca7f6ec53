/**
 * Characters that a reader cannot see, or that change the display order of others: controls, line breaks, the empty
 * Braille pattern, and everything that Unicode lets a font leave out (zero-width characters, soft hyphens,
 * bidirectional controls, tags, fillers). A reference that holds one looks like another reference.
 */
const HIDDEN =
  '[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\p{Surrogate}\\ufff9-\\ufffb\\u2800]';
const HAS_HIDDEN = new RegExp(HIDDEN, 'v');

/** Scripts in which a joiner changes the shape of the letters around it. */
const JOINING = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/**
 * Marks that are visible through their effect on the character before them: joiners after a letter or vowel sign of a
 * script that needs them and between the parts of an emoji, and one selector for the form of an ideograph, an emoji
 * or a Mongolian letter. Each is one code point, and none follows another.
 */
const SHAPING = [
  `(?<=[[${JOINING}]&&[\\p{L}\\p{M}]]\\p{Script=Inherited}?)(?<![\\u200c\\u200d])[\\u200c\\u200d]`,
  '(?<=\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Unified_Ideograph})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=[\\p{Script=Mongolian}&&\\p{L}])[\\u180b-\\u180f]',
].join('|');

/** The invisible marks that a text may hold. */
export interface AllowedMarks {
  /** Marks that shape the character before them, which names in many scripts need. */
  readonly shaping?: boolean;
  /** Tabs and line breaks. */
  readonly lines?: boolean;
}

export interface InvisibleCharacter {
  /** The code point in Unicode notation: `U+202E`. */
  readonly codePoint: string;
  /** The position in the text, from 1, in code points. */
  readonly position: number;
}

/** The first invisible character that is not allowed. */
export function invisibleCharacterIn(text: string, allowed: AllowedMarks = {}): InvisibleCharacter | undefined {
  if (!HAS_HIDDEN.test(text)) return undefined;
  for (const { 0: mark, 1: isAllowed, index } of text.matchAll(marks(allowed))) {
    if (isAllowed !== undefined) continue;
    const codePoint = `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return { codePoint, position: [...text.slice(0, index)].length + 1 };
  }
  return undefined;
}

/**
 * The text without invisible characters that are not allowed; unchanged if there are none. A line break becomes a
 * blank.
 */
export function withoutInvisibleCharacters(text: string, allowed: AllowedMarks = {}): string {
  if (!HAS_HIDDEN.test(text)) return text;
  return text.replace(marks(allowed), (mark: string, isAllowed: string | undefined) =>
    isAllowed !== undefined ? mark : BREAK.test(mark) ? ' ' : '',
  );
}

const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/;
const LINES = '[\\t\\n\\r]';

/** Matches every invisible mark; the first group captures the allowed ones. */
function marks({ shaping = false, lines = false }: AllowedMarks): RegExp {
  const key = `${shaping}.${lines}`;
  const known = MARKS.get(key);
  if (known !== undefined) return known;
  const allowed = [...(shaping ? [SHAPING] : []), ...(lines ? [LINES] : [])];
  const made = new RegExp(`(${allowed.length === 0 ? '(?!)' : allowed.join('|')})|${HIDDEN}`, 'gv');
  MARKS.set(key, made);
  return made;
}

const MARKS = new Map<string, RegExp>();
