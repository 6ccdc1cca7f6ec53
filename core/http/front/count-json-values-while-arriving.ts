/**
 * Counts the commas of a JSON text outside of strings while its bytes arrive, so that a body of many tiny members or
 * items is refused at its first piece. The count is never above that of `shapeFault`, which still checks every complete
 * body.
 */
export class ValueCount {
  readonly #most: number;
  #values = 0;
  #isText = false;
  #isEscaped = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** False when there are too many. */
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
