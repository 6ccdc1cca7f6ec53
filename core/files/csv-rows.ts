import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { headOf } from './csv-head.js';
import { UnreadableCsv } from './unreadable-csv.js';

/** UTF-16 units of a row: one has a few hundred. */
export const LONGEST_ROW = 65_536;
/** A row with more cells than this is no row of a table. */
const MOST_CELLS = 1_000;
/** What a row of `LONGEST_ROW` has in UTF-8 at most. */
const MOST_ROW_BYTES = 3 * LONGEST_ROW;

export interface CsvRow {
  /** Where it begins, counted from 1. */
  readonly line: number;
  /** As many as there are names, where nothing is wrong. */
  readonly cells: readonly string[];
  /** What is wrong with the row as a whole: its cells may belong to other columns. */
  readonly fault?: string;
  /** The fault is the header's: every other row will have it too. */
  readonly isOfHeader?: true;
  /** Nothing is in it. It is handed over nevertheless, so that a reader of many empty rows can count the bytes that have passed. */
  readonly isEmpty?: true;
}

export interface CsvReading {
  /** The names that a header may have: by them the separator is known. */
  readonly columns: ReadonlySet<string>;
  /** Whether blanks around a cell are left out, also outside of its quotes. */
  readonly trims: boolean;
}

/**
 * The rows of a file in UTF-8, as its bytes arrive; the first with anything in it is the header, its names without
 * surrounding blanks. Columns without a name are left out; lines may end in different ways.
 *
 * @throws {UnreadableCsv} and whatever `pieces` throws
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

/** Writes each piece to the parser with backpressure. An error while reading destroys the parser, so that the rows throw it. */
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
  /** Where the names are among the header's cells, some of which may be empty. */
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

/** Knows the line of each record: the parser itself counts a CRLF inside quotes twice. */
class Records {
  /** Where the records begin that the parser has read and not handed over, in their order. */
  readonly lines: number[] = [];
  readonly #linesBefore: number;
  /** Of the record that was read last. */
  #end = { lines: 0 };
  #countedTwice = 0;

  constructor(linesBefore: number) {
    this.#linesBefore = linesBefore;
  }

  /** Without cells where there is nothing in them. */
  next(cells: string[], { lines }: InfoRecord): string[] {
    const breaks = lines - this.#end.lines > 1 ? cells.flatMap((cell) => cell.match(/\r\n|\n|\r/g) ?? []) : [];
    this.#countedTwice += breaks.filter((found) => found === '\r\n').length;
    this.#end = { lines };
    const line = this.#linesBefore + lines - this.#countedTwice - breaks.length;
    if (cells.length > MOST_CELLS)
      throw new UnreadableCsv(line, `has ${cells.length} cells; ${MOST_CELLS} are the most`);
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

/** Our own messages: the library's quote the file. */
const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: UNCLOSED,
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text follows a closing quote',
  INVALID_OPENING_QUOTE: 'a quote opens inside a cell',
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};
