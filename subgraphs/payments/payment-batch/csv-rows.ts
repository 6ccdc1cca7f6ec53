import { CsvError, parse } from 'csv-parse/sync';
import { MOST_BATCH_ROWS, paymentBatchRow } from '../../../core/contract/payment-batch.js';
import { invalid } from '../../../core/errors/problem.js';
import type { ValidationIssue } from '../../../core/errors/validation.js';

/** The columns that a file may have, in any order: a row's members. */
const COLUMNS: ReadonlySet<string> = new Set(Object.keys(paymentBatchRow.shape));
const INTEGERS: ReadonlySet<string> = new Set(['amount_cents', 'check_number']);

/**
 * The rows of a file as a JSON body would have them: an empty cell is a member that was left out. One row more than a batch may
 * have is read, so that whoever checks them finds too many.
 *
 * @throws {Problem} `validation_failed` when it is not CSV, or a column is unknown or there twice.
 */
export function rowsOfCsv(text: string): readonly object[] {
  const [header = [], ...records] = recordsOf(text);
  const issues = header.flatMap((name, index) => wrongColumn(name, header.indexOf(name) < index));
  if (issues.length > 0) throw invalid(issues);
  return records.map((cells) => rowOf(header, cells));
}

function recordsOf(text: string): readonly (readonly string[])[] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true, to: MOST_BATCH_ROWS + 2 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid([wrong(['body'], `the file is not CSV: ${wordsOf(error)}`)]);
  }
}

/** By the library's code and the line, never by its message: that quotes what the file holds. */
function wordsOf({ code, ...told }: CsvError): string {
  const line = told['lines'];
  const where = typeof line === 'number' ? ` in line ${line}` : '';
  const isUneven = code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH';
  return `${isUneven ? 'more or fewer cells than the first line has' : 'quotes or separators that do not match'}${where}`;
}

function wrongColumn(name: string, isRepeated: boolean): readonly ValidationIssue[] {
  if (isRepeated) return [wrong(['body', name], 'this column is there twice')];
  if (COLUMNS.has(name)) return [];
  return [{ loc: ['body', name], msg: 'Extra inputs are not permitted', type: 'extra_forbidden', input: null }];
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
