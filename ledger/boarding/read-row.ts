import { type Column, Wrong } from './cell-readers.js';
import { CONTROL_COLUMNS, LOAN_COLUMNS, RECORD_TYPE, TRANSACTION_COLUMNS } from './columns.js';

/** A problem with a row. `column` is null when it concerns the row as a whole. */
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
  | InvalidRow;

/** A row that cannot be staged. */
export interface InvalidRow {
  readonly kind: 'wrong';
  /**
   * The type of the row, as far as it can be read. `file`: the problem is not in a row, and nothing in the file can be
   * trusted.
   */
  readonly of: 'loan' | 'transaction' | 'row' | 'file';
  /** Cells that are valid on their own; invalid ones are omitted. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly RowProblem[];
}

/** The cells of a row by column name: trimmed, '' for an empty cell. */
export type Cell = (column: string) => string;

/** Checks one row on its own: every cell is checked, so that all its problems are reported at once. */
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

/** The loan number of a row that is otherwise unreadable. */
export function numbered(cell: Cell): { readonly loan_number?: string } {
  const number = LOAN_COLUMNS.loan_number.read(cell('loan_number'));
  return number instanceof Wrong || number === '' ? {} : { loan_number: number };
}

function rowOf(type: 'loan' | 'transaction' | 'control', cell: Cell, problems: RowProblem[]): Exclude<Row, InvalidRow> {
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
