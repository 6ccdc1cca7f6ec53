import { type Column, Wrong } from './cells.js';
import { CONTROL_COLUMNS, LOAN_COLUMNS, RECORD_TYPE, TRANSACTION_COLUMNS } from './columns.js';

/** What is wrong with a row. `column` is null where it is the row as a whole. */
export interface RowProblem {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly column: string | null;
  readonly message: string;
}

type ValuesOf<C> = { readonly [N in keyof C]: C[N] extends Column<infer T> ? T : never };
export type LoanCells = ValuesOf<typeof LOAN_COLUMNS>;
export type TransactionCells = ValuesOf<typeof TRANSACTION_COLUMNS>;
export type ControlCells = ValuesOf<typeof CONTROL_COLUMNS>;

export type Row =
  | { readonly kind: 'loan'; readonly cells: LoanCells }
  | { readonly kind: 'transaction'; readonly cells: TransactionCells }
  | { readonly kind: 'control'; readonly cells: ControlCells }
  | WrongRow;

/** A row that cannot be staged. */
export interface WrongRow {
  readonly kind: 'wrong';
  /** What it is, as far as it can be read. `file`: what is wrong is no row's, and nothing of the file can be relied on. */
  readonly of: 'loan' | 'transaction' | 'row' | 'file';
  /** Cells that are right by themselves; one that is wrong is not there. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly RowProblem[];
}

/** The cells of a row by the names of their columns: without surrounding blanks, '' where there is none. */
export type Cell = (column: string) => string;

/** One row by itself: every cell of it is looked at, so that all its problems are told at once. */
export function readRow(cell: Cell): Row {
  const type = RECORD_TYPE.read(cell('record_type'));
  if (type instanceof Wrong) {
    return { kind: 'wrong', of: 'row', values: numbered(cell), problems: [error('record_type', type.message)] };
  }
  const problems: RowProblem[] = [];
  const row = rowOf(type, cell, problems);
  if (problems.length === 0) return row;
  return { kind: 'wrong', of: type === 'control' ? 'file' : type, values: row.cells, problems };
}

/** Whose row it is, of one that cannot be read otherwise. */
export function numbered(cell: Cell): { readonly loan_number?: string } {
  const number = LOAN_COLUMNS.loan_number.read(cell('loan_number'));
  return number instanceof Wrong || number === '' ? {} : { loan_number: number };
}

function rowOf(type: 'loan' | 'transaction' | 'control', cell: Cell, problems: RowProblem[]): Exclude<Row, WrongRow> {
  switch (type) {
    case 'loan':
      return { kind: type, cells: valuesOf(LOAN_COLUMNS, cell, problems) };
    case 'transaction':
      return { kind: type, cells: valuesOf(TRANSACTION_COLUMNS, cell, problems) };
    case 'control':
      return { kind: type, cells: valuesOf(CONTROL_COLUMNS, cell, problems) };
  }
}

function valuesOf<C extends Readonly<Record<string, Column<unknown>>>>(
  columns: C,
  cell: Cell,
  problems: RowProblem[],
): ValuesOf<C>;
function valuesOf(columns: Readonly<Record<string, Column<unknown>>>, cell: Cell, problems: RowProblem[]): object {
  const values: Record<string, unknown> = {};
  for (const name in columns) {
    const column = columns[name];
    const text = cell(name);
    if (text !== '') {
      const value = column?.read(text);
      if (value instanceof Wrong) problems.push(error(name, value.message));
      else values[name] = value;
    } else if (column?.isRequired) problems.push(error(name, 'is required'));
    else values[name] = null;
  }
  return values;
}

export function error(column: string | null, message: string): RowProblem {
  return { severity: 'error', column, message };
}
