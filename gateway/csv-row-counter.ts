import { Transform, type TransformCallback } from 'node:stream';

const [LINE_FEED, QUOTE] = [0x0a, 0x22];

/** Passes a CSV file on and counts its rows without the header; line breaks within quotes end no row. */
export class CsvRowCounter extends Transform {
  #lines = 0;
  #isQuoted = false;

  get rows(): number {
    return Math.max(0, this.#lines - 1);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (const byte of chunk) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (byte === LINE_FEED && !this.#isQuoted) this.#lines += 1;
    }
    done(null, chunk);
  }
}
