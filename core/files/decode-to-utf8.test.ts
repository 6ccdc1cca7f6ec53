import { describe, expect, it } from 'vitest';
import { charsetNamed, type FileCharset } from './charset.js';
import { decodeText, decodeToUtf8 } from './decode-to-utf8.js';
import { UnreadableText } from './unreadable-text.js';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(bytes: Buffer, charset: FileCharset, size: number): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of decodeToUtf8(inPieces(bytes, size), charset)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const TEXT = 'José, Núñez\n€ 5 – “quoted”\r\nŽižek';
const WIDE = `${TEXT} 東京 🏠\n`;
const WINDOWS = Buffer.from(
  TEXT.replace(/[€–“”Žž]/g, (mark) =>
    String.fromCharCode({ '€': 0x80, '–': 0x96, '“': 0x93, '”': 0x94, Ž: 0x8e, ž: 0x9e }[mark] ?? 0),
  ),
  'latin1',
);

describe.each([1, 2, 3, 5, 1000])('a file in pieces of %i bytes', (size) => {
  it.each([
    ['UTF-8', 'utf-8', Buffer.from(WIDE), WIDE],
    ['UTF-8 with a byte order mark', 'utf-8', Buffer.from(`\uFEFF${WIDE}`), WIDE],
    ['Windows-1252', 'windows-1252', WINDOWS, TEXT],
    ['UTF-16LE', 'utf-16le', Buffer.from(WIDE, 'utf16le'), WIDE],
    ['UTF-16LE with a byte order mark', 'utf-16le', Buffer.from(`\uFEFF${WIDE}`, 'utf16le'), WIDE],
    ['nothing', 'utf-8', Buffer.alloc(0), ''],
    ['one character', 'utf-8', Buffer.from('a'), 'a'],
  ] as const)('%s is read whole', async (_, charset, bytes, text) => {
    expect(await read(bytes, charset, size)).toBe(text);
    expect(decodeText(bytes, charset)).toBe(text);
  });

  it.each([
    ['a lone byte of Windows-1252', 'utf-8', Buffer.from('ab\nJos\xe9 N', 'latin1'), 2, 4],
    ['after characters of several bytes', 'utf-8', Buffer.concat([Buffer.from('é東🏠'), Buffer.from([0xff])]), 1, 10],
    ['after a byte order mark', 'utf-8', Buffer.concat([Buffer.from('\uFEFFa'), Buffer.from([0x80])]), 1, 5],
    ['half of a character at the end', 'utf-8', Buffer.from('a\n🏠').subarray(0, 4), 2, 1],
    ['a surrogate in UTF-8', 'utf-8', Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x61]), 1, 2],
    ['half of a pair in UTF-16LE', 'utf-16le', Buffer.from('a\nb\ud800c', 'utf16le'), 2, 3],
    ['an odd byte at the end of UTF-16LE', 'utf-16le', Buffer.from('a\nb\0', 'utf16le').subarray(0, 7), 2, 3],
    ['the mark of UTF-16LE', 'utf-8', Buffer.from('\uFEFFa', 'utf16le'), 1, 1],
    ['the mark of UTF-8', 'windows-1252', Buffer.from('\uFEFFa'), 1, 1],
  ] as const)('%s is refused with its line and byte', async (_, charset, bytes, line, byte) => {
    const failure = await read(bytes, charset, size).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnreadableText);
    expect(failure).toMatchObject({ line, byte });
    expect(() => decodeText(bytes, charset)).toThrow(expect.objectContaining({ line, byte }));
  });
});

it('the message says how to fix the file', () => {
  const reasonOf = (bytes: Buffer) => {
    try {
      return decodeText(bytes, 'utf-8');
    } catch (error) {
      return error instanceof UnreadableText ? error.reason : error;
    }
  };
  expect(reasonOf(Buffer.from([0x61, 0xe9]))).toMatch(/^byte 2 of this line is not UTF-8: .*CSV UTF-8.*windows-1252/);
  expect(reasonOf(Buffer.from('\uFEFFa', 'utf16le'))).toMatch(/mark of UTF-16LE: .*--encoding utf-16le/);
});

it.each([
  ['UTF-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['Windows-1252', 'windows-1252'],
  ['ISO-8859-1', 'windows-1252'],
  ['utf-16le', 'utf-16le'],
  ['utf-16', 'utf-16le'],
  ['utf-16be', undefined],
  ['iso-8859-15', undefined],
  ['no charset', undefined],
  [`utf-8${' '.repeat(40)}`, undefined],
])('%s names %s', (label, charset) => {
  expect(charsetNamed(label)).toBe(charset);
});
