import { createHash } from 'node:crypto';
import { businessDayOf } from '../../../connectors/loan-systems/ledger/rules/business-day.js';
import { signed } from '../../../connectors/loan-systems/projection/signs.js';
import { businessClock } from '../../../core/business-clock.js';
import type { Clock } from '../../../core/clock.js';
import { type AccountIdentifier, maskedText } from '../../../core/contract/stored-text.js';
import { type IsoDate, isoInstant } from '../../../core/dates.js';
import type { CopiedRow } from '../../../core/db/copied.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { Problem } from '../../../core/errors/problem.js';
import type { FileCharset } from '../../../core/files/charset.js';
import { newId } from '../../../core/ids.js';
import { BOARDING, markArriving, markReceiving, standingOfBoarding } from './boarding.store.js';
import { HeldBytes, MOST_OF_UPLOAD } from './held-bytes.js';
import { leaveOut } from './left-out.store.js';
import { loanProblems } from './loan-rules.js';
import { loanWarnings, type RowWarning } from './plausibility.js';
import { type FileFormat, type FileRow, rowsOf } from './read-file.js';
import {
  type ControlCells,
  error,
  type LoanCells,
  type RowProblem,
  type TransactionCells,
  type WrongRow,
} from './row.js';
import { scheduledPaidCents } from './scheduled-paid.js';
import { PROBLEMS, STAGED_LOANS, STAGED_TRANSACTIONS } from './staging.store.js';
import { analyzeStaged } from './statistics.store.js';
import type { Figures } from './tie-out.js';
import { numberOf, UnstagedRows } from './unstaged.js';
import type { WarningKind } from './warnings.js';

/** Rows of a file that are staged in one transaction. */
const CHUNK_ROWS = 10_000;
/** As long as bytes arrive, the boarding says so this often. */
const SAYS_EVERY_MS = 15_000;
/** How many errors, and how many warnings of each kind, are stored. All of them are counted. */
export const MOST_PROBLEMS = 10_000;

export interface Upload {
  readonly bytes: AsyncIterable<Buffer>;
  readonly format: FileFormat;
  /** Without it UTF-8. */
  readonly charset?: FileCharset | undefined;
  /** Beyond it, `payload_too_large`. */
  readonly maxBytes: number;
}

export interface ReceivingParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Told after each chunk. */
  readonly onProgress?: ((rows: number) => void) | undefined;
  /** What goes with the arrival of the whole file, in its transaction. */
  readonly arrived: (tx: Transaction, counts: FileCounts) => Promise<void>;
}

export interface FileCounts {
  readonly lines: number;
  readonly loans: number;
  readonly transactions: number;
  readonly errors: number;
}

/**
 * Reads a file as it arrives, row by row, and stages what is right by itself: a chunk of it is all that is held.
 *
 * @throws {Problem} `payload_too_large`, `service_unavailable` (files that arrive hold too much), `invalid_token` (the key was revoked meanwhile), `ledger_boarding_over` (it was abandoned meanwhile); and whatever the file's stream fails with: then the boarding is to be dropped.
 */
export async function receive(
  { db, clock, onProgress, arrived }: ReceivingParts,
  {
    skipsInvalid,
    isStrict,
    actor,
    ...boarding
  }: {
    readonly organizationId: string;
    readonly id: string;
    readonly skipsInvalid: boolean;
    readonly isStrict: boolean;
    readonly actor: string;
  },
  upload: Upload,
): Promise<void> {
  const today = businessDayOf((await businessClock(db, clock, boarding.organizationId)).now());
  let saidAt = clock.now().epochMilliseconds;
  const arriving = async () => {
    const now = clock.now();
    if (now.epochMilliseconds - saidAt < SAYS_EVERY_MS) return;
    if ((await db.first(BOARDING, markArriving, { ...boarding, at: isoInstant(now) })) === undefined) throw over();
    saidAt = now.epochMilliseconds;
  };
  const held = new HeldBytes();
  const chunk = new Chunk({ boardingId: boarding.id, today, isStrict });
  const metered = new Meter(upload, held, arriving);
  const flush = async (isLast: boolean) => {
    const { organizationId } = boarding;
    const standing = await db.first(BOARDING, standingOfBoarding, { organizationId, actor });
    if (standing?.mayGoOn !== true) throw new Problem('invalid_token');
    await db.transaction(async (tx) => {
      const taken = await tx.first(BOARDING, markReceiving, {
        ...boarding,
        ...chunk.counts,
        warningCounts: JSON.stringify(chunk.warnings),
        bytes: metered.bytes,
        control: chunk.control === null ? null : JSON.stringify(chunk.control),
        unstaged: JSON.stringify(chunk.unstaged.counts),
        fileDigest: isLast ? digestAs(metered.digest(), upload.charset) : null,
        at: isoInstant(clock.now()),
      });
      if (taken === undefined) throw over();
      await tx.copy(BOARDING, STAGED_LOANS, organizationId, chunk.loans);
      await tx.copy(BOARDING, STAGED_TRANSACTIONS, organizationId, chunk.transactions);
      await tx.copy(BOARDING, PROBLEMS, organizationId, chunk.problems);
      const loanNumbers = [...chunk.leftOut];
      if (skipsInvalid && loanNumbers.length > 0) await tx.many(BOARDING, leaveOut, { ...boarding, loanNumbers });
      if (isLast) await arrived(tx, chunk.counts);
    });
    onProgress?.(chunk.counts.loans + chunk.counts.transactions);
    chunk.clear();
    held.release();
  };
  const bytes = metered[Symbol.asyncIterator]();
  try {
    // No `return`: when parsing stops early, the rest is still read, because the digest of the whole file identifies a repeated upload.
    const arrivingBytes = { [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }) };
    for await (const fileRow of rowsOf(arrivingBytes, upload.format, upload.charset ?? 'utf-8')) {
      if (fileRow !== null) chunk.add(fileRow);
      if (chunk.size >= CHUNK_ROWS || held.own >= MOST_OF_UPLOAD) await flush(false);
    }
    await flush(false);
    while ((await bytes.next()).done !== true) held.release();
  } finally {
    held.release();
    await bytes.return(undefined);
  }
  await db.transaction((tx) => tx.many(BOARDING, analyzeStaged, {}), { isBulk: true });
  await flush(true);
}

/** The digest that identifies a file. The same bytes in another charset count as a different file. */
export function digestAs(digest: string, charset: FileCharset = 'utf-8'): string {
  return charset === 'utf-8' ? digest : `${digest};charset=${charset}`;
}

function over(): Problem {
  return new Problem('ledger_boarding_over', { status: 'abandoned' });
}

/** Counts and digests bytes on their way. */
class Meter implements AsyncIterable<Buffer> {
  bytes = 0;
  readonly #upload: Upload;
  readonly #held: HeldBytes;
  readonly #arriving: () => Promise<void>;
  readonly #hash = createHash('sha256');

  /** @param arriving - told of each chunk */
  constructor(upload: Upload, held: HeldBytes, arriving: () => Promise<void>) {
    this.#upload = upload;
    this.#held = held;
    this.#arriving = arriving;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.#upload.bytes) {
      this.bytes += chunk.length;
      if (this.bytes > this.#upload.maxBytes) throw new Problem('payload_too_large');
      this.#held.take(chunk.length);
      this.#hash.update(chunk);
      await this.#arriving();
      yield chunk;
    }
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

type StagedLoan = NonNullable<(typeof STAGED_LOANS)['__rows']>;
type StagedTransaction = NonNullable<(typeof STAGED_TRANSACTIONS)['__rows']>;
type StagedProblem = CopiedRow<
  'LedgerBoardingProblem',
  ['boardingId', 'line', 'id', 'severity', 'column', 'message', 'loanNumber']
>;

/** Rows that are read and not staged yet, with the counts of the whole file. */
class Chunk {
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

  #addWrong(line: number, row: WrongRow): void {
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

function stagedLoan(boardingId: string, line: number, loan: LoanCells): StagedLoan {
  return [
    boardingId,
    loan.loan_number,
    line,
    newId(),
    newId(),
    loan.co_borrower_name === null ? null : newId(),
    loan.address_line1 === null ? null : newId(),
    loan.product_code,
    loan.contract_number,
    loan.borrower_name,
    loan.borrower_email,
    loan.borrower_phone,
    loan.address_line1,
    loan.address_line2,
    loan.city,
    loan.state,
    loan.postal_code,
    loan.country,
    loan.co_borrower_name,
    loan.co_borrower_email,
    loan.co_borrower_phone,
    loan.originated_on,
    loan.first_due_on,
    loan.original_principal_cents,
    loan.annual_rate.annualRateBps,
    loan.annual_rate.annualRateMillionths ?? null,
    loan.term_months,
    loan.scheduled_payment_cents,
    loan.nsf_fee_cents,
    loan.as_of,
    loan.status,
    loan.principal_cents,
    loan.interest_cents,
    loan.fees_cents,
    scheduledPaidCents(loan),
    loan.charged_off_on,
    loan.paid_off_on,
  ];
}

function stagedTransaction(boardingId: string, line: number, cells: TransactionCells): StagedTransaction {
  const { amountCents, principalCents, interestCents, feesCents } = signed({
    type: cells.type,
    amountCents: cells.amount_cents,
    principalCents: cells.principal_cents,
    interestCents: cells.interest_cents,
    feesCents: cells.fees_cents,
    ...UNSIGNED,
  });
  return [
    boardingId,
    cells.loan_number,
    line,
    newId(),
    cells.type,
    amountCents,
    cells.effective_on,
    cells.transaction_status ?? 'posted',
    cells.external_id,
    cells.payment_method,
    cells.reason,
    principalCents,
    interestCents,
    feesCents,
  ];
}

/** What of a transaction has no sign. */
const UNSIGNED = {
  externalId: '',
  effectiveAt: null,
  status: null,
  originalExternalId: null,
  paymentMethod: null,
  reason: null,
  endingBalanceCents: null,
} as const;
