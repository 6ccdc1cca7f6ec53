import type { StagedLoanRow } from './next-staged.store.js';

/** SQLSTATE classes of what is wrong with rows: 22 (data), 23 (integrity), 54 (a limit, as of an index' row). Again it is the same. */
const OF_ROWS = /^(22|23|54)/;

/** What rows are refused with. Undefined: it is nothing of theirs, as a database that is away, or a fault of the product. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined;
  return OF_ROWS.test(error.code) ? `SQLSTATE ${error.code}` : undefined;
}

/** Loans that cannot be written together, though every check let them through; nothing of them is written. */
export class LoansRefused extends Error {
  readonly loans: readonly StagedLoanRow[];
  /** What they were refused with; nothing of the loans' own is in it. */
  readonly why: string;

  constructor(loans: readonly StagedLoanRow[], why: string, cause: unknown) {
    super(`${loans.length} loans of a boarding cannot be written`, { cause });
    this.loans = loans;
    this.why = why;
  }
}
