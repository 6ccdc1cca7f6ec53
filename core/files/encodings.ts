import { isUtf8 } from 'node:buffer';
import type { FileCharset } from './charset.js';

/** Converts bytes of a charset to UTF-8. */
export interface Encoding {
  /** Bytes per unit; a line break is one unit. */
  readonly unit: 1 | 2;
  /** The byte order mark of this charset. */
  readonly mark?: Buffer;
  /** The number of bytes in whole characters; the rest is the beginning of a character. */
  whole(bytes: Buffer): number;
  /** The number of bytes before the first byte that is invalid in the charset; all of them when none is invalid. */
  valid(bytes: Buffer): number;
  inUtf8(bytes: Buffer): Buffer;
}

export const ENCODINGS: Readonly<Record<FileCharset, Encoding>> = {
  'utf-8': {
    unit: 1,
    mark: Buffer.from([0xef, 0xbb, 0xbf]),
    whole: wholeUtf8,
    valid: validUtf8,
    inUtf8: (bytes) => bytes,
  },
  'windows-1252': {
    unit: 1,
    whole: (bytes) => bytes.length,
    valid: (bytes) => bytes.length,
    inUtf8: (bytes) => Buffer.from(windows1252Text(bytes)),
  },
  'utf-16le': {
    unit: 2,
    mark: Buffer.from([0xff, 0xfe]),
    whole: wholeUtf16,
    valid: validUtf16,
    inUtf8: (bytes) => Buffer.from(bytes.toString('utf16le')),
  },
};

/** The number of bytes before the first byte that is invalid in UTF-8. */
export function validUtf8(bytes: Buffer): number {
  if (isUtf8(bytes)) return bytes.length;
  const isValid = (length: number) => isUtf8(bytes.subarray(0, wholeUtf8(bytes.subarray(0, length))));
  let [valid, wrong] = [0, bytes.length + 1];
  while (wrong - valid > 1) {
    const middle = (valid + wrong) >> 1;
    if (isValid(middle)) valid = middle;
    else wrong = middle;
  }
  return wholeUtf8(bytes.subarray(0, valid));
}

/** The first byte of an incomplete character is among the last three. */
function wholeUtf8(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    const isFirst = (byte & 0xc0) !== 0x80;
    if (isFirst) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function sequenceLength(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}

function wholeUtf16(bytes: Buffer): number {
  const length = bytes.length - (bytes.length % 2);
  const last = length === 0 ? 0 : bytes.readUInt16LE(length - 2);
  return last >= 0xd800 && last <= 0xdbff ? length - 2 : length;
}

/** Half of a surrogate pair, or half of a unit at the end, is invalid. */
function validUtf16(bytes: Buffer): number {
  const half = bytes.toString('utf16le').search(/\p{Surrogate}/u);
  return half === -1 ? bytes.length - (bytes.length % 2) : half * 2;
}

// Node 20's own decoder reads 0x80 to 0x9F as Latin-1 does.
const FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function windows1252Text(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => FROM_0X80[character.charCodeAt(0) - 0x80] ?? '');
}
