import { type CsvError, parse } from 'csv-parse';
import { COLUMN_NAMES } from './columns.js';
import { type Cell, error, numbered, type Row, type RowProblem, readRow, type WrongRow } from './row.js';

export const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A row, and where it is in the file: lines are counted from 1. */
export interface FileRow {
  readonly line: number;
  readonly row: Row;
}

/** A row has a few hundred characters; a line without end is not held. */
const LONGEST_ROW = 65_536;
/** More than there are columns. */
const MOST_COLUMNS = 64;
/** Of a row, empty ones too: whoever has more has no file of rows. */
const MOST_CELLS = 1_000;
/** Of names that are not known, as many as tell what is wrong. */
const NAMES_SHOWN = 10;

/** The rows of a file, as its bytes arrive. What cannot be read at all is a row with a problem, and the last one. */
export function rowsOf(bytes: AsyncIterable<Buffer>, format: FileFormat): AsyncGenerator<FileRow> {
  return format === 'csv' ? csvRows(bytes) : jsonRows(bytes);
}

async function* csvRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  let header: ReadonlyMap<string, number> | undefined;
  let width = 0;
  try {
    for await (const { line, values } of records(bytes)) {
      if (header === undefined) {
        const problems = wrongNames(values);
        if (problems.length > 0) return yield wrong(line, problems);
        header = new Map(values.map((name, index) => [name, index]));
        width = values.length;
      } else if (values.length > MOST_CELLS) {
        return yield wrong(line, [error(null, `has ${values.length} cells; ${MOST_CELLS} are the most`)]);
      } else if (values.length !== width) {
        const problem = error(null, `must have ${width} cells, as the header has; it has ${values.length}`);
        yield { line, row: { kind: 'wrong', of: 'row', values: {}, problems: [problem] } };
      } else {
        yield { line, row: readRow(cellOf(header, values)) };
      }
    }
  } catch (failure) {
    if (!isCsvError(failure)) throw failure;
    return yield wrong(failure.lines, [error(null, `cannot be read as CSV: ${REASONS[failure.code] ?? failure.code}`)]);
  }
  if (header === undefined) yield wrong(1, [error(null, 'the file is empty: its first line names the columns')]);
}

function cellOf(header: ReadonlyMap<string, number>, values: readonly string[]): Cell {
  return (column) => {
    const index = header.get(column);
    return index === undefined ? '' : (values[index] ?? '');
  };
}

/** In csv-parse's words, without the text of the file, which its own messages repeat. */
const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote stands inside a cell',
  INVALID_OPENING_QUOTE: 'an opening quote stands inside a cell',
  CSV_MAX_RECORD_SIZE: `a row has more than ${LONGEST_ROW} characters`,
};

function isCsvError(failure: unknown): failure is CsvError & { readonly lines: number } {
  return failure instanceof Error && 'code' in failure && 'lines' in failure && typeof failure.lines === 'number';
}

interface CsvRecord {
  readonly line: number;
  readonly values: readonly string[];
}

async function* records(bytes: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    info: true,
  });
  const feeding = feed(bytes, parser);
  const parsed: AsyncIterable<{ readonly info: { readonly lines: number }; readonly record: string[] }> = parser;
  for await (const { info, record } of parsed) yield { line: info.lines, values: record };
  await feeding;
}

/** Hands over what has arrived when the parser wants it; what fails on the way fails the rows. */
async function feed(bytes: AsyncIterable<Buffer>, parser: ReturnType<typeof parse>): Promise<void> {
  try {
    for await (const chunk of bytes) {
      if (parser.destroyed) return;
      if (!parser.write(chunk)) await drained(parser);
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

async function* jsonRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  let line = 0;
  for await (const text of linesOf(bytes)) {
    line += 1;
    if (text === undefined) return yield wrong(line, [error(null, `a line has more than ${LONGEST_ROW} characters`)]);
    if (text.trim() === '') continue;
    yield { line, row: jsonRow(text) };
  }
  if (line === 0) yield wrong(1, [error(null, 'the file is empty')]);
}

/** The lines of a file; undefined, and then nothing more: one is too long. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.length > LONGEST_ROW ? undefined : line;
    if (rest.length > LONGEST_ROW) return yield undefined;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

function jsonRow(text: string): Row {
  const parsed = objectOf(text);
  if (parsed === undefined)
    return { kind: 'wrong', of: 'row', values: {}, problems: [error(null, 'must be an object in JSON')] };
  const problems = unknownColumns(Object.keys(parsed));
  for (const [name, value] of Object.entries(parsed)) {
    if (COLUMN_NAMES.has(name) && value !== null && !['string', 'number'].includes(typeof value))
      problems.push(error(name, 'must be text, a number or null'));
  }
  const cell = (column: string) => cellText(parsed[column]);
  return problems.length > 0 ? { kind: 'wrong', of: 'row', values: numbered(cell), problems } : readRow(cell);
}

function cellText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

function wrongNames(names: readonly string[]): RowProblem[] {
  if (names.length > MOST_COLUMNS) return [error(null, `has ${names.length} columns; ${MOST_COLUMNS} are the most`)];
  const twice = new Set(names.filter((name, index) => COLUMN_NAMES.has(name) && names.indexOf(name) !== index));
  return [
    ...unknownColumns(names),
    ...[...twice].map((name) => error(name, 'is there twice')),
    ...(names.includes('record_type') ? [] : [error('record_type', 'is a column that every file has')]),
  ];
}

/** One problem, however many they are. */
function unknownColumns(names: readonly string[]): RowProblem[] {
  const [first, ...others] = new Set(names.filter((name) => !COLUMN_NAMES.has(name)));
  if (first === undefined) return [];
  if (others.length === 0) return [error(shown(first), 'is no column that is known')];
  const more = others.slice(0, NAMES_SHOWN).map(shown).join(', ');
  const rest = others.length - NAMES_SHOWN;
  return [error(shown(first), `is no column that is known; nor is ${more}${rest > 0 ? ` and ${rest} more` : ''}`)];
}

/** A name that a file makes up is not repeated at any length. */
function shown(name: string): string {
  return COLUMN_NAMES.has(name) || /^\w{1,40}$/.test(name) ? name : name.replace(/[^\w ]/g, '?').slice(0, 40);
}

/** The file cannot be read, from here on or at all. */
function wrong(line: number, problems: readonly RowProblem[]): { readonly line: number; readonly row: WrongRow } {
  return { line, row: { kind: 'wrong', of: 'file', values: {}, problems } };
}
