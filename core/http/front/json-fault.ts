/**
 * Finds where a text stops being JSON (RFC 8259): the index of the first invalid character, or the text's length when
 * it ends too early. Only for a text that JSON.parse refused: the parser's own message repeats the input and does not
 * always have the position.
 *
 * @param text - nested no deeper than the stack allows
 */
export function jsonFaultAt(text: string): number {
  const reader = new Reader(text);
  try {
    reader.value();
    reader.blank();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
  return reader.at;
}

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

class Fault extends Error {
  override readonly name = 'Fault';
}

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  value(): void {
    this.blank();
    const first = this.#text.charAt(this.at);
    if (first === '{') this.#list('}', () => this.#member());
    else if (first === '[') this.#list(']', () => this.value());
    else if (first === '"') this.#string();
    else if (first === 't') this.#word('true');
    else if (first === 'f') this.#word('false');
    else if (first === 'n') this.#word('null');
    else this.#number();
  }

  blank(): void {
    for (; ; this.at += 1) {
      const code = this.#text.charCodeAt(this.at);
      if (code !== SPACE && code !== TAB && code !== LINE_FEED && code !== CARRIAGE_RETURN) return;
    }
  }

  #member(): void {
    this.blank();
    this.#string();
    this.blank();
    this.#take(':');
    this.value();
  }

  #list(end: string, item: () => void): void {
    this.at += 1;
    this.blank();
    if (this.#text[this.at] !== end) {
      item();
      this.blank();
      while (this.#text[this.at] === ',') {
        this.at += 1;
        item();
        this.blank();
      }
    }
    this.#take(end);
  }

  #string(): void {
    this.#take('"');
    for (;;) {
      const character = this.#text.charAt(this.at);
      if (character === '"') break;
      if (character < ' ') throw new Fault(); // also at the end of the text
      this.at += 1;
      if (character === '\\') this.#escape();
    }
    this.at += 1;
  }

  #escape(): void {
    const isUnicode = this.#text[this.at] === 'u';
    if (!/["\\/bfnrtu]/.test(this.#text.charAt(this.at))) throw new Fault();
    this.at += 1;
    for (let digits = isUnicode ? 4 : 0; digits > 0; digits -= 1) {
      if (!/[0-9a-fA-F]/.test(this.#text.charAt(this.at))) throw new Fault();
      this.at += 1;
    }
  }

  #number(): void {
    if (this.#text[this.at] === '-') this.at += 1;
    if (this.#text[this.at] === '0') this.at += 1;
    else this.#digits();
    if (this.#text[this.at] === '.') {
      this.at += 1;
      this.#digits();
    }
    if (!/[eE]/.test(this.#text.charAt(this.at))) return;
    this.at += 1;
    if (/[+-]/.test(this.#text.charAt(this.at))) this.at += 1;
    this.#digits();
  }

  #digits(): void {
    const from = this.at;
    while (/[0-9]/.test(this.#text.charAt(this.at))) this.at += 1;
    if (this.at === from) throw new Fault();
  }

  #word(word: string): void {
    for (const letter of word) this.#take(letter);
  }

  #take(character: string): void {
    if (this.#text[this.at] !== character) throw new Fault();
    this.at += 1;
  }
}
