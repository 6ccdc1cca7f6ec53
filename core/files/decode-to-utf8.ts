import type { FileCharset } from './charset.js';
import { ENCODINGS, type Encoding } from './encodings.js';
import { UnreadableText } from './unreadable-text.js';

/**
 * Converts a file to UTF-8, piece by piece as its bytes arrive: whole characters, without a byte order mark.
 *
 * @throws {UnreadableText} at the first byte that is invalid in the charset; and errors of `bytes`
 */
export async function* decodeToUtf8(bytes: AsyncIterable<Buffer>, charset: FileCharset): AsyncGenerator<Buffer> {
  const converter = new Utf8Converter(charset);
  for await (const chunk of bytes) {
    const piece = converter.add(chunk);
    if (piece.length > 0) yield piece;
  }
  const last = converter.end();
  if (last.length > 0) yield last;
}

/** The text of a whole file. @throws {UnreadableText} */
export function decodeText(bytes: Buffer, charset: FileCharset): string {
  const converter = new Utf8Converter(charset);
  const pieces = [converter.add(bytes), converter.end()];
  return pieces.map((piece) => piece.toString()).join('');
}

const NOTHING: Buffer = Buffer.alloc(0);
const LONGEST_MARK = 3;

class Utf8Converter {
  readonly #charset: FileCharset;
  readonly #encoding: Encoding;
  #rest = NOTHING;
  #hasBegun = false;
  /** The position of the next byte. */
  #line = 1;
  #byte = 1;

  constructor(charset: FileCharset) {
    this.#charset = charset;
    this.#encoding = ENCODINGS[charset];
  }

  add(chunk: Buffer): Buffer {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = bytes;
    return !this.#hasBegun && bytes.length < LONGEST_MARK ? NOTHING : this.#taken(this.#encoding.whole(bytes));
  }

  end(): Buffer {
    return this.#taken(this.#rest.length);
  }

  /** Takes this many bytes from the buffer. */
  #taken(length: number): Buffer {
    const piece = this.#withoutMark(this.#rest.subarray(0, length));
    this.#rest = this.#rest.subarray(length);
    const valid = this.#encoding.valid(piece);
    this.#pass(piece.subarray(0, valid));
    if (valid < piece.length) throw this.#unreadable();
    return this.#encoding.inUtf8(piece);
  }

  #withoutMark(piece: Buffer): Buffer {
    if (this.#hasBegun) return piece;
    this.#hasBegun = true;
    const { mark } = this.#encoding;
    if (mark !== undefined && begins(piece, mark)) {
      this.#byte += mark.length;
      return piece.subarray(mark.length);
    }
    const other = (['utf-8', 'utf-16le'] as const).find((charset) => begins(piece, ENCODINGS[charset].mark));
    if (other !== undefined) throw this.#unreadable(other);
    return piece;
  }

  #pass(piece: Buffer): void {
    const { unit } = this.#encoding;
    const text = unit === 1 ? piece : piece.toString('utf16le');
    let after = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', after)) {
      after = at + 1;
      this.#line += 1;
      this.#byte = 1;
    }
    this.#byte += piece.length - after * unit;
  }

  #unreadable(mark?: FileCharset): UnreadableText {
    return new UnreadableText({ line: this.#line, byte: this.#byte, charset: this.#charset, mark });
  }
}

function begins(bytes: Buffer, mark: Buffer | undefined): boolean {
  return mark !== undefined && bytes.subarray(0, mark.length).equals(mark);
}
