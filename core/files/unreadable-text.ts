import type { FileCharset } from './charset.js';

const NAMES: Readonly<Record<FileCharset, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16LE',
};

interface Place {
  /** Counted from 1. */
  readonly line: number;
  /** The byte within the line, counted from 1. */
  readonly byte: number;
  /** The charset that the sender declared, or UTF-8. */
  readonly charset: FileCharset;
  /** The charset of the file's byte order mark, if it is another one. */
  readonly mark?: FileCharset | undefined;
}

/** The bytes of a file are not valid text in its charset. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
  readonly line: number;
  readonly byte: number;
  /** The reason, without the line number, and how to fix the file. */
  readonly reason: string;

  constructor({ line, byte, charset, mark }: Place) {
    const fault =
      mark === undefined
        ? `byte ${byte} of this line is not ${NAMES[charset]}`
        : `the file begins with the byte order mark of ${NAMES[mark]}`;
    const reason = `${fault}: ${remedy(charset, mark)}`;
    super(reason);
    this.line = line;
    this.byte = byte;
    this.reason = reason;
  }
}

function remedy(charset: FileCharset, mark: FileCharset | undefined): string {
  if (mark === undefined && charset !== 'utf-8') return 'declare the charset in which the file was saved';
  const named = mark ?? 'windows-1252';
  return `save it as UTF-8 (in Excel: CSV UTF-8), or declare its charset (--encoding ${named}; over HTTP charset=${named} in the Content-Type)`;
}
