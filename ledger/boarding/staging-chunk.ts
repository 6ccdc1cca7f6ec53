import { type AccountIdentifier, maskedText } from '../../core/contract/stored-text.js';
import type { CopiedRow } from '../../core/db/copy-rows.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { Figures } from './boarding-tie-out.js';
import { loanProblems } from './loan-rules.js';
import { loanWarnings, type RowWarning } from './plausibility.js';
import type { FileRow } from './read-file.js';
import {
  type ControlCells,
  error,
  type InvalidRow,
  type LoanCells,
  type RowProblem,
  type TransactionCells,
} from './read-row.js';
import { type StagedLoan, type StagedTransaction, stagedLoan, stagedTransaction } from './staged-rows.js';
import { numberOf, UnstagedRows } from './total-unstaged-rows.js';
import type { WarningKind } from './warnings.js';

/** Number of errors, and of warnings of each kind, that are stored. All of them are counted. */
const MOST_PROBLEMS = 10_000;

type StagedProblem = CopiedRow<
  'LedgerBoardingProblem',
  ['boardingId', 'line', 'id', 'severity', 'column', 'message', 'loanNumber']
>;

/** Rows that have been read and not yet staged, with the counts of the whole file. */
export class Chunk {
  loans: StagedLoan[] = [];
  transactions: StagedTransaction[] = [];
  problems: StagedProblem[] = [];
  /** Numbers of loans with an error. */
  leftOut = new Set<AccountIdentifier>();
  readonly unstaged = new UnstagedRows();
  counts = { lines: 0, loans: 0, transactions: 0, errors: 0 };
  readonly warnings: Partial<Record<WarningKind, number>> = {};
  control: Partial<Figures> | null = null;
  readonly #boardingId: string;
  readonly #today: IsoDate;
  readonly #isStrict: boolean;

  constructor(of: { readonly boardingId: string; readonly today: IsoDate; readonly isStrict: boolean }) {
    this.#boardingId = of.boardingId;
    this.#today = of.today;
    this.#isStrict = of.isStrict;
  }

  get size(): number {
    return this.loans.length + this.transactions.length + this.problems.length;
  }

  clear(): void {
    [this.loans, this.transactions, this.problems] = [[], [], []];
    this.leftOut.clear();
  }

  add({ line, row }: FileRow): void {
    this.counts.lines = line;
    switch (row.kind) {
      case 'wrong':
        this.#addWrong(line, row);
        break;
      case 'loan':
        this.#addLoan(line, row.cells);
        break;
      case 'transaction':
        this.#addTransaction(line, row.cells);
        break;
      case 'control':
        this.#addControl(line, row.cells);
        break;
    }
  }

  #addWrong(line: number, row: InvalidRow): void {
    this.unstaged.add(row);
    this.#refuse(line, row.problems, numberOf(row));
  }

  #addLoan(line: number, loan: LoanCells): void {
    const problems = loanProblems(loan, this.#today);
    this.counts.loans += 1;
    if (problems.length > 0) this.#refuse(line, problems, loan.loan_number);
    else this.#warn(line, loanWarnings(loan), loan.loan_number);
    this.loans.push(stagedLoan(this.#boardingId, line, loan));
  }

  #addTransaction(line: number, transaction: TransactionCells): void {
    this.counts.transactions += 1;
    this.transactions.push(stagedTransaction(this.#boardingId, line, transaction));
  }

  #addControl(line: number, cells: ControlCells): void {
    if (this.control !== null) {
      this.unstaged.break();
      this.#refuse(line, [error('record_type', 'a file has one control row')]);
      return;
    }
    const named = {
      loans: cells.control_loans,
      transactions: cells.control_transactions,
      principalCents: cells.control_principal_cents,
      interestCents: cells.control_interest_cents,
      feesCents: cells.control_fees_cents,
      amountCents: cells.control_amount_cents,
    };
    this.control = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== null));
  }

  #refuse(line: number, problems: readonly RowProblem[], loanNumber: AccountIdentifier | null = null): void {
    if (loanNumber !== null) this.leftOut.add(loanNumber);
    for (const [index, problem] of problems.entries()) {
      this.counts.errors += 1;
      if (this.counts.errors > MOST_PROBLEMS) continue;
      this.#note(line, `row:${String(index).padStart(2, '0')}`, problem, loanNumber);
    }
  }

  #warn(line: number, warnings: readonly RowWarning[], loanNumber: AccountIdentifier): void {
    if (this.#isStrict && warnings.length > 0) {
      this.#refuse(
        line,
        warnings.map(({ column, message }) => error(column, message)),
        loanNumber,
      );
      return;
    }
    for (const { kind, ...problem } of warnings) {
      const count = (this.warnings[kind] ?? 0) + 1;
      this.warnings[kind] = count;
      if (count <= MOST_PROBLEMS) this.#note(line, `warning:${kind}`, { ...problem, severity: 'warning' }, loanNumber);
    }
  }

  #note(
    line: number,
    id: string,
    { severity, column, message }: RowProblem,
    loanNumber: AccountIdentifier | null,
  ): void {
    const where = column === null ? null : maskedText(column);
    this.problems.push([this.#boardingId, line, id, severity, where, maskedText(message), loanNumber]);
  }
}
