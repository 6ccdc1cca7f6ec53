import type { StagedLoanRow } from './staged-batch.store.js';

/**
 * SQLSTATE classes of faulty rows: 22 (data), 23 (integrity), 54 (a limit, for example of an index row). A retry gives
 * the same error.
 */
const OF_ROWS = /^(22|23|54)/;

/**
 * The error code of refused rows. Undefined when the rows are not at fault, for example when the database is
 * unreachable, or for a bug in the product.
 */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined;
  return OF_ROWS.test(error.code) ? `SQLSTATE ${error.code}` : undefined;
}

/** Thrown for loans that cannot be written, although every check passed; nothing of them has been written. */
export class LoansRefused extends Error {
  readonly loans: readonly StagedLoanRow[];
  /** The error code of the refusal; contains no data of the loans. */
  readonly why: string;

  constructor(loans: readonly StagedLoanRow[], why: string, cause: unknown) {
    super(`${loans.length} loans of a boarding cannot be written`, { cause });
    this.loans = loans;
    this.why = why;
  }
}
