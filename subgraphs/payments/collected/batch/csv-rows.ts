import { setImmediate } from 'node:timers/promises';
import { ACCOUNT_NAMES, MOST_BATCH_ROWS, paymentBatchRow } from '../../../../core/contract/payment-batch.js';
import { isRoundedNumber, ROUNDED_NUMBER } from '../../../../core/contract/spreadsheet-rounded-number.js';
import { invalid } from '../../../../core/errors/problem.js';
import { truncateName } from '../../../../core/errors/truncate-input.js';
import { IssueList, type ValidationIssue, wrongValue } from '../../../../core/errors/validation.js';
import { csvRows } from '../../../../core/files/csv-rows.js';
import { isSeparatedNumber, NO_SEPARATORS } from '../../../../core/files/separated-number.js';
import { beginsLikeTotals, isAllNumbers } from '../../../../core/files/totals-row.js';
import { trimmedCell } from '../../../../core/files/trimmed-cell.js';
import { UnreadableCsv } from '../../../../core/files/unreadable-csv.js';

/** The columns that a file may have, in any order: the fields of a row. */
const MEMBERS = Object.entries(paymentBatchRow.shape);
const COLUMNS: ReadonlySet<string> = new Set(MEMBERS.map(([name]) => name));
const takes = (value: unknown) => MEMBERS.filter(([, rule]) => rule.safeParse(value).success).map(([name]) => name);
const INTEGERS: ReadonlySet<string> = new Set(takes(1));
const OPTIONAL: ReadonlySet<string> = new Set(takes(undefined));
const REQUIRED = [...COLUMNS].filter((name) => !OPTIONAL.has(name));

/** Keys and free texts, with the spaces around them: earlier versions stored those of a key as part of it. */
const AS_SENT: ReadonlySet<string> = new Set(takes(' a ').filter((name) => !ACCOUNT_NAMES.some((one) => one === name)));
/** The columns that identify a payment and its account. */
const IDENTIFIERS = ['idempotency_key', ...ACCOUNT_NAMES] as const;

/** More than the known columns; a file with twice as many is some other file. */
const MOST_COLUMNS = 64;
/** Number of unknown column names that the error message shows. */
const NAMES_SHOWN = 10;
/** UTF-16 units parsed before other work gets its turn. */
const UNITS_AT_A_TIME = 65_536;

export interface BatchFile {
  /** One row more than a batch may have is read, so that the row check reports too many rows. */
  readonly rows: readonly object[];
  /** Problems that only rows of a CSV file can have. */
  readonly issues: readonly ValidationIssue[];
}

/**
 * The rows of a file as in a JSON body: an empty cell is an omitted field.
 *
 * @throws {Problem} `validation_failed` if it is not CSV, or a column is unknown or repeated.
 */
export async function rowsOfCsv(text: string): Promise<BatchFile> {
  if (/\p{Surrogate}/u.test(text)) throw invalid([wrong(['body', 'csv'], 'the file is not Unicode text')]);
  let header: readonly string[] | undefined;
  const rows: object[] = [];
  const issues = new IssueList();
  try {
    for await (const { line, cells, fault, isEmpty } of csvRows(piecesOf(text), { columns: COLUMNS, trims: false })) {
      if (isEmpty) continue;
      if (fault !== undefined) throw new UnreadableCsv(line, beginsLikeTotals(cells) ? TOTALS : fault);
      if (header === undefined) header = columnsOf(cells);
      else {
        const row = rowOf(header, cells);
        for (const issue of issuesOf(row, cells, rows.length)) issues.add(() => issue);
        rows.push(row);
      }
      if (rows.length > MOST_BATCH_ROWS) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    throw invalid([wrong(['body'], `the file is not CSV: line ${error.line}: ${error.reason}`)]);
  }
  return { rows, issues: issues.listed() };
}

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length; ) {
    // A character of two units is not cut.
    const last = from + UNITS_AT_A_TIME - 1;
    const to = (text.codePointAt(last) ?? 0) > 0xff_ff ? last + 2 : last + 1;
    yield Buffer.from(text.slice(from, to));
    from = to;
    await setImmediate();
  }
}

const TOTALS = 'looks like a row of totals: delete it';

/** @param index - the row's index, counted from 0 */
function issuesOf(row: Row, cells: readonly string[], index: number): readonly ValidationIssue[] {
  const at = ['rows', String(index)];
  if (isTotals(row, cells)) return [wrongValue(at, TOTALS, row)];
  const separated = [...INTEGERS].flatMap((name) => {
    const value = row[name];
    if (typeof value !== 'string' || !isSeparatedNumber(value)) return [];
    return [wrongValue([...at, name], `must be a whole number ${NO_SEPARATORS}`, value)];
  });
  const rounded = IDENTIFIERS.flatMap((name) => {
    const value = row[name];
    if (typeof value !== 'string' || !isRoundedNumber(value.trim())) return [];
    return [wrongValue([...at, name], ROUNDED_NUMBER, value)];
  });
  return [...separated, ...rounded];
}

/** A row with an idempotency key or an account is a payment, even if its other cells are empty. */
function isTotals(row: Row, cells: readonly string[]): boolean {
  if (REQUIRED.every((name) => row[name] !== undefined)) return false;
  return beginsLikeTotals(cells) || (isAllNumbers(cells) && IDENTIFIERS.every((name) => row[name] === undefined));
}

/** The column names from the first line. @throws {Problem} `validation_failed` */
function columnsOf(names: readonly string[]): readonly string[] {
  if (names.length > MOST_COLUMNS)
    throw invalid([wrong(['body'], `the first line has ${names.length} columns; at most ${MOST_COLUMNS} are allowed`)]);
  const unknown = new Set(names.filter((name) => !COLUMNS.has(name)));
  const twice = new Set(names.filter((name, index) => names.indexOf(name) < index && COLUMNS.has(name)));
  const issues = [
    ...(unknown.size > 0 ? [unknownColumns([...unknown])] : []),
    ...[...twice].map((name) => wrong(['body', name], 'this column is repeated')),
  ];
  if (issues.length > 0) throw invalid(issues);
  return names;
}

/** One problem for any number of unknown columns. */
function unknownColumns([first = '', ...others]: readonly string[]): ValidationIssue {
  const issue = { loc: ['body', truncateName(first)], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' };
  if (others.length === 0) return { ...issue, input: null };
  const columns = [first, ...others].slice(0, NAMES_SHOWN).map(truncateName);
  return { ...issue, input: null, ctx: { columns, unknown: 1 + others.length } };
}

function wrong(loc: readonly string[], error: string): ValidationIssue {
  return { loc, msg: `Value error, ${error}`, type: 'value_error', input: null, ctx: { error } };
}

type Row = Readonly<Record<string, string | number>>;

function rowOf(header: readonly string[], cells: readonly string[]): Row {
  const members = header.map((name, index) => [name, cellOf(name, cells[index] ?? '')] as const);
  return Object.fromEntries(
    members.filter(([, cell]) => cell !== '').map(([name, cell]) => [name, memberOf(name, cell)]),
  );
}

function cellOf(name: string, cell: string): string {
  return AS_SENT.has(name) ? cell : trimmedCell(cell);
}

/** A cell that is not an integer stays text and is refused as such. */
function memberOf(name: string, cell: string): string | number {
  return INTEGERS.has(name) && /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell;
}
