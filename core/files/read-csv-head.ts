import { declaredSeparator, type Separator, separatorOf } from './separator.js';
import { UnreadableCsv } from './unreadable-csv.js';

/** The start of a file, before its rows are read. */
export interface CsvHead {
  readonly separator: Separator;
  /** The number of lines before the table: those up to and including a line `sep=;`. */
  readonly linesBefore: number;
  /** The table from its first line, including the part already read. */
  readonly rows: AsyncIterable<Buffer>;
}

/**
 * Reads a file up to its first line that is not blank: the header, or `sep=;`.
 *
 * @param mostBytes - the most bytes to buffer while searching for that line
 * @throws {UnreadableCsv} when the separator is not certain
 */
export async function readCsvHead(
  pieces: AsyncIterable<Buffer>,
  columns: ReadonlySet<string>,
  mostBytes: number,
): Promise<CsvHead> {
  const arriving = pieces[Symbol.asyncIterator]();
  const { seen, text, line, end } = await firstLine(arriving, mostBytes);
  const declared = declaredSeparator(text);
  // Files from old Macs end their lines with a carriage return only.
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

/** Only separators, as spreadsheets write an empty row. */
function isBlank(text: string): boolean {
  return /^[\s,;"]*$/.test(text);
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}
