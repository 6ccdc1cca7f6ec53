import type { FileCharset } from '../../core/files/charset.js';
import { type CsvRow, csvRows, LONGEST_ROW } from '../../core/files/csv-rows.js';
import { decodeToUtf8 } from '../../core/files/decode-to-utf8.js';
import { beginsLikeTotals, isAllNumbers } from '../../core/files/totals-row.js';
import { trimmedCell } from '../../core/files/trimmed-cell.js';
import { UnreadableCsv } from '../../core/files/unreadable-csv.js';
import { UnreadableText } from '../../core/files/unreadable-text.js';
import { Wrong } from './cell-readers.js';
import { COLUMN_NAMES, RECORD_TYPE } from './columns.js';
import { type Cell, error, type InvalidRow, numbered, type Row, type RowProblem, readRow } from './read-row.js';

export const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A row and its position in the file: lines are counted from 1. */
export interface FileRow {
  readonly line: number;
  readonly row: Row;
}

/** More than the number of columns. */
const MOST_COLUMNS = 64;
/** Unknown names that are listed; this many show what is wrong. */
const NAMES_SHOWN = 10;

/**
 * The rows of a file, as its bytes arrive; null for an empty row. A file that cannot be read further ends with a row
 * that contains the reason.
 *
 * @throws any error of `bytes`
 */
export async function* rowsOf(
  bytes: AsyncIterable<Buffer>,
  format: FileFormat,
  charset: FileCharset,
): AsyncGenerator<FileRow | null> {
  const text = decodeToUtf8(bytes, charset);
  try {
    yield* format === 'csv' ? tableRows(text) : jsonRows(text);
  } catch (failure) {
    if (failure instanceof UnreadableText) yield wrong(failure.line, [error(null, failure.reason)]);
    else if (failure instanceof UnreadableCsv)
      yield wrong(failure.line, [error(null, `cannot be read as CSV: ${failure.reason}`)]);
    else throw failure;
  }
}

async function* tableRows(text: AsyncIterable<Buffer>): AsyncGenerator<FileRow | null> {
  let header: ReadonlyMap<string, number> | undefined;
  let [headerLine, rows] = [1, 0];
  for await (const row of csvRows(text, { columns: COLUMN_NAMES, trims: true })) {
    if (row.isEmpty) {
      yield null;
    } else if (header === undefined) {
      const problems = wrongNames(row.cells);
      if (problems.length > 0) return yield wrong(row.line, problems);
      header = new Map(row.cells.map((name, index) => [name, index]));
      headerLine = row.line;
    } else if (row.isOfHeader) {
      return yield wrong(row.line, [error(null, row.fault ?? '')]);
    } else {
      rows += 1;
      yield { line: row.line, row: tableRow(row, header) };
    }
  }
  if (header === undefined) yield wrong(1, [error(null, 'the file is empty: its first line names the columns')]);
  else if (rows === 0)
    yield wrong(headerLine, [error('record_type', 'no row follows the header: a file needs at least one')]);
}

function tableRow({ cells, fault }: CsvRow, header: ReadonlyMap<string, number>): Row {
  const cell: Cell = (column) => {
    const index = header.get(column);
    return index === undefined ? '' : trimmedCell(cells[index] ?? '');
  };
  const isTotals = beginsLikeTotals(cells) || isAllNumbers(cells);
  if (RECORD_TYPE.read(cell('record_type')) instanceof Wrong && isTotals)
    return rowProblem(error('record_type', TOTALS));
  return fault === undefined ? readRow(cell) : rowProblem(error(null, fault));
}

const TOTALS = 'looks like a row of totals: delete it; the totals of a file are in its control row';

function rowProblem(problem: RowProblem): InvalidRow {
  return { kind: 'wrong', of: 'row', values: {}, problems: [problem] };
}

async function* jsonRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<FileRow | null> {
  let [line, rows] = [0, 0];
  for await (const text of linesOf(bytes)) {
    line += 1;
    if (text === undefined) return yield wrong(line, [error(null, `a line has more than ${LONGEST_ROW} characters`)]);
    if (text.trim() === '') {
      yield null;
      continue;
    }
    rows += 1;
    yield { line, row: jsonRow(text) };
  }
  if (rows === 0) yield wrong(1, [error(null, 'the file is empty: each line must be a JSON object')]);
}

/** The lines of a file; undefined, as the last value: a line is too long. */
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
  if (parsed === undefined) return rowProblem(error(null, 'must be a JSON object'));
  const problems = unknownColumns(Object.keys(parsed));
  for (const [name, value] of Object.entries(parsed)) {
    if (COLUMN_NAMES.has(name) && value !== null && !['string', 'number'].includes(typeof value))
      problems.push(error(name, 'must be text, a number or null'));
    else if (Number.isInteger(value) && !Number.isSafeInteger(value)) problems.push(error(name, ROUNDED_IN_JSON));
  }
  const cell = (column: string) => cellText(parsed[column]);
  return problems.length > 0 ? { kind: 'wrong', of: 'row', values: numbered(cell), problems } : readRow(cell);
}

/** JSON keeps 53 bits of a number: two longer identifiers may become the same number. */
const ROUNDED_IN_JSON = 'is a number with more digits than JSON keeps: write it as text, in quotes';

function cellText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? trimmedCell(String(value)) : '';
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
  if (names.length > MOST_COLUMNS) return [error(null, `has ${names.length} columns; the maximum is ${MOST_COLUMNS}`)];
  const twice = new Set(names.filter((name, index) => COLUMN_NAMES.has(name) && names.indexOf(name) !== index));
  return [
    ...unknownColumns(names),
    ...[...twice].map((name) => error(name, 'appears twice')),
    ...(names.includes('record_type') ? [] : [error('record_type', 'is a required column')]),
  ];
}

/** One problem for all of them. */
function unknownColumns(names: readonly string[]): RowProblem[] {
  const [first, ...others] = new Set(names.filter((name) => !COLUMN_NAMES.has(name)));
  if (first === undefined) return [];
  if (others.length === 0) return [error(shown(first), 'is an unknown column')];
  const more = others.slice(0, NAMES_SHOWN).map(shown).join(', ');
  const rest = others.length - NAMES_SHOWN;
  return [error(shown(first), `is an unknown column; so are ${more}${rest > 0 ? ` and ${rest} more` : ''}`)];
}

/** A name from the file is shortened before it is repeated. */
function shown(name: string): string {
  return COLUMN_NAMES.has(name) || /^\w{1,40}$/.test(name) ? name : name.replace(/[^\w ]/g, '?').slice(0, 40);
}

/** The file cannot be read from here on, or not at all. */
function wrong(line: number, problems: readonly RowProblem[]): { readonly line: number; readonly row: InvalidRow } {
  return { line, row: { kind: 'wrong', of: 'file', values: {}, problems } };
}
