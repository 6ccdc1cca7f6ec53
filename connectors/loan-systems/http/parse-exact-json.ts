import { LosslessNumber, parse } from 'lossless-json';

/**
 * The same value as `parse` of lossless-json, which reads character by character and takes several times as long. Every
 * number is a `LosslessNumber`.
 *
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  try {
    return new JsonReader(text).whole();
  } catch {
    // lossless-json decides about everything that is unusual: faults, and keys that an object has twice.
    return parse(text);
  }
}

type JsonObject = Record<string, unknown>;

const KNOWN_KEYS = 1_024;
const LONGEST_KNOWN_KEY = 40;
/** Answers repeat the same keys thousands of times; a known one need not be copied out of the text. */
const knownKeys: string[] = Array.from({ length: KNOWN_KEYS }, () => '');

class JsonReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  whole(): unknown {
    const value = this.value();
    this.skipSpace();
    if (this.at < this.text.length) throw new Unusual();
    return value;
  }

  private value(): unknown {
    switch (this.skipSpace()) {
      case QUOTE:
        return this.string();
      case OPENING_BRACE:
        return this.object();
      case OPENING_BRACKET:
        return this.array();
      case LETTER_T:
        return this.keyword('true', true);
      case LETTER_F:
        return this.keyword('false', false);
      case LETTER_N:
        return this.keyword('null', null);
      default:
        return this.number();
    }
  }

  private object(): JsonObject {
    const object: JsonObject = {};
    this.at += 1;
    if (this.skipSpace() === CLOSING_BRACE) {
      this.at += 1;
      return object;
    }
    for (;;) {
      if (this.skipSpace() !== QUOTE) throw new Unusual();
      const key = this.key();
      // True for a key that the object has already, and for inherited ones such as `__proto__`.
      if (object[key] !== undefined) throw new Unusual();
      if (this.skipSpace() !== COLON) throw new Unusual();
      this.at += 1;
      object[key] = this.value();
      const after = this.skipSpace();
      this.at += 1;
      if (after === CLOSING_BRACE) return object;
      if (after !== COMMA) throw new Unusual();
    }
  }

  private array(): unknown[] {
    const array: unknown[] = [];
    this.at += 1;
    if (this.skipSpace() === CLOSING_BRACKET) {
      this.at += 1;
      return array;
    }
    for (;;) {
      array.push(this.value());
      const after = this.skipSpace();
      this.at += 1;
      if (after === CLOSING_BRACKET) return array;
      if (after !== COMMA) throw new Unusual();
    }
  }

  private key(): string {
    const start = this.at + 1;
    const end = this.endOfPlainString(start);
    const length = end - start;
    if (length < 1 || length > LONGEST_KNOWN_KEY) return this.string();
    const { text } = this;
    const mixed =
      length + 31 * text.charCodeAt(start) + 17 * text.charCodeAt(end - 1) + 7 * text.charCodeAt(start + (length >> 1));
    const place = mixed % KNOWN_KEYS;
    let key = knownKeys[place] ?? '';
    if (key.length !== length || !text.startsWith(key, start)) {
      key = text.slice(start, end);
      knownKeys[place] = key;
    }
    this.at = end + 1;
    return key;
  }

  private string(): string {
    const start = this.at + 1;
    let end = this.endOfPlainString(start);
    if (end >= 0) {
      this.at = end + 1;
      return this.text.slice(start, end);
    }
    for (end = start; this.text.charCodeAt(end) !== QUOTE; end += 1) {
      if (end >= this.text.length) throw new Unusual();
      if (this.text.charCodeAt(end) === BACKSLASH) end += 1;
    }
    this.at = end + 1;
    return JSON.parse(this.text.slice(start - 1, end + 1));
  }

  /** The place of the closing quote; -1 when the string has an escape, a control character or no end. */
  private endOfPlainString(start: number): number {
    const { text } = this;
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at;
      if (code === BACKSLASH || code < SPACE) return -1;
    }
    return -1;
  }

  private number(): LosslessNumber {
    const { text } = this;
    const start = this.at;
    while (isInNumber(text.charCodeAt(this.at))) this.at += 1;
    // It throws unless the text is a number.
    return new LosslessNumber(text.slice(start, this.at));
  }

  private keyword<T>(name: string, value: T): T {
    if (!this.text.startsWith(name, this.at)) throw new Unusual();
    this.at += name.length;
    return value;
  }

  /** Returns the next character that is not white space, without passing it. */
  private skipSpace(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== SPACE && code !== NEWLINE && code !== RETURN && code !== TAB) return code;
      this.at += 1;
    }
  }
}

class Unusual extends Error {}

/** Digits, sign, point and exponent. */
function isInNumber(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2d || code === 0x2b || code === 0x65 || code === 0x45
  );
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
