import { declaredSeparator, type Separator, separatorOf } from './separator.js';
import { UnreadableCsv } from './unreadable-csv.js';

/** What is known of a file before its rows are read. */
export interface CsvHead {
  readonly separator: Separator;
  /** Lines that are not part of the table: those up to a line `sep=;`. */
  readonly linesBefore: number;
  /** The table from its first line on, what was read of it included. */
  readonly rows: AsyncIterable<Buffer>;
}

/**
 * Reads a file as far as its first line that is not blank: the header, or `sep=;`.
 *
 * @param mostBytes - what is held of a file without such a line
 * @throws {UnreadableCsv} when the separator is not certain
 */
export async function headOf(
  pieces: AsyncIterable<Buffer>,
  columns: ReadonlySet<string>,
  mostBytes: number,
): Promise<CsvHead> {
  const arriving = pieces[Symbol.asyncIterator]();
  const { seen, text, line, end } = await firstLine(arriving, mostBytes);
  const declared = declaredSeparator(text);
  // The lines of an old Mac's file end with a carriage return alone.
  const found = declared ?? separatorOf(text.trim().split('\r')[0] ?? '', columns);
  if (found.kind === 'uncertain') {
    await arriving.return?.();
    throw new UnreadableCsv(line, found.reason);
  }
  const [linesBefore, from] = declared === undefined ? [0, 0] : [line, end];
  return { separator: found.separator, linesBefore, rows: joined(Buffer.concat(seen).subarray(from), arriving) };
}

interface FirstLine {
  readonly seen: readonly Buffer[];
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  /** Bytes of the file up to the end of the line. */
  readonly end: number;
}

async function firstLine(arriving: AsyncIterator<Buffer>, mostBytes: number): Promise<FirstLine> {
  const seen: Buffer[] = [];
  let unended: Buffer[] = [];
  let [bytes, line] = [0, 1];
  while (bytes < mostBytes) {
    const next = await arriving.next();
    if (next.done === true) break;
    const piece = next.value;
    seen.push(piece);
    let from = 0;
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, from)) {
      const text = Buffer.concat([...unended, piece.subarray(from, at)]).toString();
      [unended, from] = [[], at + 1];
      if (!isBlank(text)) return { seen, text, line, end: bytes + from };
      line += 1;
    }
    unended.push(piece.subarray(from));
    bytes += piece.length;
  }
  return { seen, text: Buffer.concat(unended).toString(), line, end: bytes };
}

const LINE_FEED = 10;

/** Nothing but separators, as a spreadsheet writes an empty row. */
function isBlank(text: string): boolean {
  return /^[\s,;"]*$/.test(text);
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}
