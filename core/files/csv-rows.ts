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
}

export interface CsvReading {
  /** The names that a header may have: by them the separator is known. */
  readonly columns: ReadonlySet<string>;
  /** Whether blanks around a cell are left out, also outside of its quotes. */
  readonly trims: boolean;
}

/**
 * The rows of a file in UTF-8, as its bytes arrive; the first is the header, its names without surrounding blanks. Rows without
 * anything in them and columns without a name are left out; lines may end in different ways.
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
    skip_empty_lines: true,
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
      if (header !== undefined) yield rowUnder(header, { line, cells });
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

/** Hands over what has arrived when the parser wants it; what fails on the way fails the rows. */
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
  return { line, cells: named, fault: `cell ${stray + 1} is not empty, and its column has no name` };
}

/** Knows the line of each record: the parser itself counts a CRLF inside quotes twice. */
class Records {
  /** Where the records begin that the parser has read and not handed over, in their order. */
  readonly lines: number[] = [];
  readonly #linesBefore: number;
  /** Of the record that was read last. */
  #end = { lines: 0, emptyLines: 0 };
  #countedTwice = 0;

  constructor(linesBefore: number) {
    this.#linesBefore = linesBefore;
  }

  /** Null: there is nothing in it. */
  next(cells: string[], { lines, empty_lines: emptyLines }: InfoRecord): string[] | null {
    const breaks = lines - this.#end.lines > 1 ? cells.flatMap((cell) => cell.match(/\r\n|\n|\r/g) ?? []) : [];
    this.#countedTwice += breaks.filter((found) => found === '\r\n').length;
    this.#end = { lines, emptyLines };
    const line = this.#linesBefore + lines - this.#countedTwice - breaks.length;
    if (cells.length > MOST_CELLS)
      throw new UnreadableCsv(line, `has ${cells.length} cells; ${MOST_CELLS} are the most`);
    if (cells.reduce((sum, { length }) => sum + length, 0) > LONGEST_ROW) throw new UnreadableCsv(line, TOO_LONG);
    if (cells.every((cell) => cell.trim() === '')) return null;
    this.lines.push(line);
    return cells;
  }

  /** At the line where the row begins: an unclosed quote goes on from there. */
  unreadable({ code, ...info }: CsvError): UnreadableCsv {
    const { lines, empty_lines: emptyLines } = placeOf(info);
    const begins = this.#end.lines + 1 + emptyLines - this.#end.emptyLines;
    const line = this.#linesBefore + begins - this.#countedTwice;
    const isSpread = lines > begins;
    return new UnreadableCsv(line, isSpread ? UNCLOSED : (REASONS[code] ?? 'quotes or separators do not match'));
  }
}

function placeOf(info: Readonly<Record<string, unknown>>): { readonly lines: number; readonly empty_lines: number } {
  const { lines, empty_lines } = info;
  return { lines: Number(lines ?? 0), empty_lines: Number(empty_lines ?? 0) };
}

const TOO_LONG = `a row has more than ${LONGEST_ROW} characters`;
const UNCLOSED = 'a quote that opens in this row is not closed in it';

/** In our words: the library's repeat the text of the file. */
const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: UNCLOSED,
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text follows a closing quote',
  INVALID_OPENING_QUOTE: 'a quote opens inside a cell',
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};
