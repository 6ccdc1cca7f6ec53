import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { headOf } from './csv-head.js';
import { UnreadableCsv } from './unreadable-csv.js';

/** The most UTF-16 units in a row; a usual row has a few hundred. */
export const LONGEST_ROW = 65_536;
/** A row with more cells than this is not part of a table. */
const MOST_CELLS = 1_000;
/** The most UTF-8 bytes that `LONGEST_ROW` can take. */
const MOST_ROW_BYTES = 3 * LONGEST_ROW;

export interface CsvRow {
  /** The line where the row begins, counted from 1. */
  readonly line: number;
  /** One per column name, unless `fault` is set. */
  readonly cells: readonly string[];
  /** A fault of the whole row: its cells may belong to other columns. */
  readonly fault?: string;
  /** The header causes the fault, so every other row has it too. */
  readonly isOfHeader?: true;
  /** The row is empty. Empty rows are yielded so that a reader of many of them can count the bytes read. */
  readonly isEmpty?: true;
}

export interface CsvReading {
  /** The names that a header may have; the separator is derived from them. */
  readonly columns: ReadonlySet<string>;
  /** Whether blanks around a cell are removed, also outside of its quotes. */
  readonly trims: boolean;
}

/**
 * The rows of a UTF-8 file, as its bytes arrive. The first row that is not empty is the header; its names are trimmed.
 * Columns without a name are left out. Lines may end in different ways.
 *
 * @throws {UnreadableCsv} and errors of `pieces`
 */
export async function* csvRows(pieces: AsyncIterable<Buffer>, { columns, trims }: CsvReading): AsyncGenerator<CsvRow> {
  const { separator, linesBefore, rows } = await headOf(pieces, columns, MOST_ROW_BYTES);
  const records = new Records(linesBefore);
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: trims,
    // An empty line is an empty row.
    skip_empty_lines: false,
    relax_column_count: true,
    max_record_size: MOST_ROW_BYTES,
    on_record: (cells: string[], info) => records.next(cells, info),
  });
  const feeding = feed(rows, parser);
  const parsed: AsyncIterable<string[]> = parser;
  let header: Header | undefined;
  try {
    for await (const cells of parsed) {
      const line = records.lines.shift() ?? 1;
      if (cells.length === 0) yield { line, cells, isEmpty: true };
      else if (header !== undefined) yield rowUnder(header, { line, cells });
      else {
        header = headerOf(cells);
        yield { line, cells: header.names };
      }
    }
  } catch (failure) {
    throw failure instanceof CsvError ? records.unreadable(failure) : failure;
  }
  await feeding;
}

/**
 * Writes each piece to the parser with backpressure. A read error destroys the parser, so reading the rows throws it.
 */
async function feed(pieces: AsyncIterable<Buffer>, parser: ReturnType<typeof parse>): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (parser.destroyed) return;
      if (!parser.write(piece)) await drained(parser);
    }
    parser.end();
  } catch (failure) {
    parser.destroy(failure instanceof Error ? failure : new Error(String(failure)));
  }
}

function drained(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done).off('close', done);
      resolve();
    };
    parser.once('drain', done).once('close', done);
  });
}

interface Header {
  readonly names: readonly string[];
  /** The indexes of the header's cells that have a name. */
  readonly places: readonly number[];
  readonly width: number;
}

function headerOf(cells: readonly string[]): Header {
  const trimmed = cells.map((name) => name.trim());
  const places = trimmed.flatMap((name, index) => (name === '' ? [] : [index]));
  return { names: places.map((index) => trimmed[index] ?? ''), places, width: cells.length };
}

function rowUnder({ places, width }: Header, { line, cells }: CsvRow): CsvRow {
  const named = places.length === width ? cells : places.map((index) => cells[index] ?? '');
  if (cells.length !== width)
    return { line, cells: named, fault: `must have ${width} cells, as the header has; it has ${cells.length}` };
  if (places.length === width) return { line, cells: named };
  const isNamed = new Set(places);
  const stray = cells.findIndex((cell, index) => !isNamed.has(index) && cell.trim() !== '');
  if (stray === -1) return { line, cells: named };
  const fault = `cell ${stray + 1} is not empty, and its column has no name`;
  return { line, cells: named, fault, isOfHeader: true };
}

/** Finds the line of each record; the parser's own count counts a CRLF inside quotes twice. */
class Records {
  /** The first lines of the records that the parser has read but not yet returned, in order. */
  readonly lines: number[] = [];
  readonly #linesBefore: number;
  /** The end of the last record read. */
  #end = { lines: 0 };
  #countedTwice = 0;

  constructor(linesBefore: number) {
    this.#linesBefore = linesBefore;
  }

  /** Returns no cells for an empty row. */
  next(cells: string[], { lines }: InfoRecord): string[] {
    const breaks = lines - this.#end.lines > 1 ? cells.flatMap((cell) => cell.match(/\r\n|\n|\r/g) ?? []) : [];
    this.#countedTwice += breaks.filter((found) => found === '\r\n').length;
    this.#end = { lines };
    const line = this.#linesBefore + lines - this.#countedTwice - breaks.length;
    if (cells.length > MOST_CELLS)
      throw new UnreadableCsv(line, `has ${cells.length} cells; the limit is ${MOST_CELLS}`);
    if (cells.reduce((sum, { length }) => sum + length, 0) > LONGEST_ROW) throw new UnreadableCsv(line, TOO_LONG);
    this.lines.push(line);
    return cells.every((cell) => cell.trim() === '') ? [] : cells;
  }

  /** Reports the line where the row begins, because an unclosed quote runs on from that row. */
  unreadable({ code, ...info }: CsvError): UnreadableCsv {
    const begins = this.#end.lines + 1;
    const line = this.#linesBefore + begins - this.#countedTwice;
    const isSpread = linesOf(info) > begins;
    return new UnreadableCsv(line, isSpread ? UNCLOSED : (REASONS[code] ?? 'quotes or separators do not match'));
  }
}

function linesOf({ lines }: Readonly<Record<string, unknown>>): number {
  return Number(lines ?? 0);
}

const TOO_LONG = `a row has more than ${LONGEST_ROW} characters`;
const UNCLOSED = 'a quote that opens in this row is not closed in it';

/** Our own messages, because the library's messages quote the file. */
const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: UNCLOSED,
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text follows a closing quote',
  INVALID_OPENING_QUOTE: 'a quote opens inside a cell',
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};
