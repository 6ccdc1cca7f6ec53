/**
 * Characters that a reader cannot see, or that change the order in which others are shown: controls, line breaks, the empty Braille
 * pattern, and everything that Unicode lets a font leave out (zero-width characters, soft hyphens, bidirectional controls, tags,
 * fillers). A reference that holds one looks like another reference.
 */
const HIDDEN =
  '[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\p{Surrogate}\\ufff9-\\ufffb\\u2800]';
const HAS_HIDDEN = new RegExp(HIDDEN, 'v');

/** Scripts in which a joiner decides how the letters around it are written. */
const JOINING = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/**
 * Marks that are seen by what they do to the character before them: joiners behind a letter, or its vowel sign, of a script that needs
 * them and between the parts of an emoji, and one selector of an ideograph's, an emoji's or a Mongolian letter's form. Each is one
 * code point, and none follows another.
 */
const SHAPING = [
  `(?<=[[${JOINING}]&&[\\p{L}\\p{M}]]\\p{Script=Inherited}?)(?<![\\u200c\\u200d])[\\u200c\\u200d]`,
  '(?<=\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Unified_Ideograph})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=[\\p{Script=Mongolian}&&\\p{L}])[\\u180b-\\u180f]',
].join('|');

/** Which of them a text may hold. */
export interface AllowedMarks {
  /** Marks that shape the character before them, as names of many scripts need them. */
  readonly shaping?: boolean;
  /** Tabs and line breaks. */
  readonly lines?: boolean;
}

export interface HiddenMark {
  /** As Unicode calls a code point: `U+202E`. */
  readonly codePoint: string;
  /** Which character of the text it is, from 1, counted in code points. */
  readonly position: number;
}

/** The first character that cannot be seen and is not allowed. */
export function hiddenMarkIn(text: string, allowed: AllowedMarks = {}): HiddenMark | undefined {
  if (!HAS_HIDDEN.test(text)) return undefined;
  for (const { 0: mark, 1: isAllowed, index } of text.matchAll(marks(allowed))) {
    if (isAllowed !== undefined) continue;
    const codePoint = `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return { codePoint, position: [...text.slice(0, index)].length + 1 };
  }
  return undefined;
}

/** The text without those that are not allowed; the same text where there is none. A line break becomes a blank. */
export function withoutHiddenMarks(text: string, allowed: AllowedMarks = {}): string {
  if (!HAS_HIDDEN.test(text)) return text;
  return text.replace(marks(allowed), (mark: string, isAllowed: string | undefined) =>
    isAllowed !== undefined ? mark : BREAK.test(mark) ? ' ' : '',
  );
}

const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/;
const LINES = '[\\t\\n\\r]';

/** Every mark that is not seen; the first group holds it where it is allowed. */
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
