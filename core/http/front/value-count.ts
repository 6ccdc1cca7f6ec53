/**
 * Counts the commas of a JSON text, outside of its strings, while its bytes come in, so that a body of nothing but members or items
 * is refused with its first piece. Never more than `shapeFault` counts, which still looks at every body once it is whole.
 */
export class ValueCount {
  readonly #most: number;
  #values = 0;
  #isText = false;
  #isEscaped = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** False: too many. */
  add(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length && this.#values <= this.#most; at += 1) this.#look(bytes[at] ?? 0);
    return this.#values <= this.#most;
  }

  #look(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === QUOTE) this.#isText = !this.#isText;
    else if (this.#isText) this.#isEscaped = byte === BACKSLASH;
    else if (byte === COMMA) this.#values += 1;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
