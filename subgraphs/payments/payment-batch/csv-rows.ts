import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { MOST_BATCH_ROWS, paymentBatchRow } from '../../../core/contract/payment-batch.js';
import { invalid } from '../../../core/errors/problem.js';
import { shownName } from '../../../core/errors/shown-input.js';
import type { ValidationIssue } from '../../../core/errors/validation.js';

/** The columns that a file may have, in any order: a row's members. */
const COLUMNS: ReadonlySet<string> = new Set(Object.keys(paymentBatchRow.shape));
const INTEGERS: ReadonlySet<string> = new Set(['amount_cents', 'check_number']);

/** More than there are columns: whoever has twice as many has another file. */
const MOST_COLUMNS = 64;
/** A row has a few hundred characters. */
const LONGEST_ROW = 65_536;
/** Of an unknown column's names, as many as tell what is wrong. */
const NAMES_SHOWN = 10;
/** What is read before others have their turn. */
const CHARACTERS_AT_A_TIME = 65_536;

/**
 * The rows of a file as a JSON body would have them: an empty cell is a member that was left out. One row more than a batch may
 * have is read, so that whoever checks them finds too many.
 *
 * @throws {Problem} `validation_failed` when it is not CSV, or a column is unknown or there twice.
 */
export async function rowsOfCsv(text: string): Promise<readonly object[]> {
  let header: readonly string[] | undefined;
  const rows: object[] = [];
  for await (const cells of recordsOf(text)) {
    if (header === undefined) header = columnsOf(cells);
    else rows.push(rowOf(header, cells));
  }
  return rows;
}

async function* recordsOf(text: string): AsyncGenerator<readonly string[]> {
  const parser = parse({ bom: true, skip_empty_lines: true, to: MOST_BATCH_ROWS + 2, max_record_size: LONGEST_ROW });
  const feeding = feed(text, parser);
  try {
    for await (const record of parser) yield record;
    await feeding;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid([wrong(['body'], `the file is not CSV: ${wordsOf(error)}`)]);
  }
}

async function feed(text: string, parser: ReturnType<typeof parse>): Promise<void> {
  for (let from = 0; from < text.length && !parser.destroyed && !parser.writableEnded; from += CHARACTERS_AT_A_TIME) {
    parser.write(text.slice(from, from + CHARACTERS_AT_A_TIME));
    await setImmediate();
  }
  parser.end();
}

/** By the library's code and the line, never by its message: that quotes what the file holds. */
function wordsOf({ code, ...told }: CsvError): string {
  const line = told['lines'];
  const where = typeof line === 'number' ? ` in line ${line}` : '';
  return `${WORDS[code] ?? 'quotes or separators that do not match'}${where}`;
}

const WORDS: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'more or fewer cells than the first line has',
  CSV_MAX_RECORD_SIZE: `more than ${LONGEST_ROW} characters in a row`,
};

/** The names in the first line. @throws {Problem} `validation_failed` */
function columnsOf(names: readonly string[]): readonly string[] {
  if (names.length > MOST_COLUMNS)
    throw invalid([wrong(['body'], `the first line has ${names.length} columns; ${MOST_COLUMNS} are the most`)]);
  const unknown = new Set(names.filter((name) => !COLUMNS.has(name)));
  const twice = new Set(names.filter((name, index) => names.indexOf(name) < index && COLUMNS.has(name)));
  const issues = [
    ...(unknown.size > 0 ? [unknownColumns([...unknown])] : []),
    ...[...twice].map((name) => wrong(['body', name], 'this column is there twice')),
  ];
  if (issues.length > 0) throw invalid(issues);
  return names;
}

/** One problem, however many they are. */
function unknownColumns([first = '', ...others]: readonly string[]): ValidationIssue {
  const issue = { loc: ['body', shownName(first)], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' };
  if (others.length === 0) return { ...issue, input: null };
  const columns = [first, ...others].slice(0, NAMES_SHOWN).map(shownName);
  return { ...issue, input: null, ctx: { columns, unknown: 1 + others.length } };
}

function wrong(loc: readonly string[], error: string): ValidationIssue {
  return { loc, msg: `Value error, ${error}`, type: 'value_error', input: null, ctx: { error } };
}

function rowOf(header: readonly string[], cells: readonly string[]): object {
  const members = header.map((name, index) => [name, cells[index] ?? ''] as const);
  return Object.fromEntries(
    members.filter(([, cell]) => cell !== '').map(([name, cell]) => [name, memberOf(name, cell)]),
  );
}

/** What is no integer stays text, and is refused as such. */
function memberOf(name: string, cell: string): string | number {
  return INTEGERS.has(name) && /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell;
}
