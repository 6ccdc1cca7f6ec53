import { cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import { type JournalEntry, lines, receivables, recoverables } from '../journal.js';
import type { LedgerStatus, Loan, LoanTerms } from '../loan.js';
import type { Opening } from '../replayable-loan-events.js';
import { total } from '../rules/balance-component-arithmetic.js';
import { previousBusinessDay } from '../rules/business-day.js';
import { lateFeeDay } from '../rules/late-fee-rules.js';
import type { ProductTerms } from '../rules/product-terms.js';
import { installmentsDueBy } from '../rules/schedule.js';
import { settled } from './operation-result.js';

/** A loan from another system's books, with the state that its lender reports. */
export interface BoardedLoan extends LoanTerms {
  readonly product: ProductTerms;
  readonly id: string;
  readonly organizationId: string;
  readonly status: LedgerStatus;
  /** Balances are as of the beginning of this day, without its interest; interest accrues in the ledger from here. */
  readonly asOf: IsoDate;
  readonly opening: Opening;
  readonly paidOffOn: IsoDate | null;
}

/**
 * The initial state of a boarded loan. Its schedule determines whether it is late, as everywhere in the ledger; days
 * before the cut-over are closed. Pending and closed are taken from the file.
 */
export function boarded({ asOf, opening, ...loan }: BoardedLoan): ReturnType<typeof settled> {
  const begun = openedAt({ ...loan, ...NOTHING_YET, ...feesOf(loan, asOf), accruedThrough: asOf }, opening, asOf);
  return settled({ ...begun, dayEndThrough: previousBusinessDay(asOf) }, asOf);
}

/**
 * Late fees due before the cut-over were the previous system's to charge; if grace days ran into it, the ledger charges
 * them.
 */
function feesOf(loan: Pick<Loan, 'firstDueOn' | 'termMonths' | 'scheduledPaymentCents' | 'product'>, asOf: IsoDate) {
  const due = Array.from({ length: installmentsDueBy(loan, asOf) }, (_, index) => index + 1);
  return { lateFeeInstallments: due.filter((installment) => lateFeeDay(loan, installment) < asOf) };
}

const NOTHING_YET = {
  principalCents: cents(0),
  interestCents: cents(0),
  feesCents: cents(0),
  lateFeesCents: cents(0),
  takenByLateFeesCents: cents(0),
  scheduledPaidCents: cents(0),
  accrualRemainder: 0,
  chargedOffOn: null,
  dayEndThrough: null,
} as const;

/** The balances of an opening, on its day. */
export function openedAt(loan: Loan, opening: Opening, on: IsoDate): Loan {
  const { principalCents, interestCents, feesCents, scheduledPaidCents, chargedOffOn } = opening;
  return {
    ...loan,
    principalCents,
    interestCents,
    feesCents,
    scheduledPaidCents,
    // No file gives the kind of fees: they may be late fees, so their part of a payment must not cause another late
    // fee.
    lateFeesCents: feesCents,
    takenByLateFeesCents: cents(0),
    chargedOffOn,
    accrualRemainder: 0,
    accruedThrough: on,
  };
}

/**
 * An opening as if its loan had not been charged off before. At least the reduction of its principal was paid: files of
 * 0.2.0 gave no more for a charged-off loan, and no file's schedule includes later recoveries.
 */
export function withoutChargeOff({ originalPrincipalCents }: LoanTerms, opening: Opening): Opening {
  if (opening.chargedOffOn === null) return opening;
  const paid = Math.max(opening.scheduledPaidCents, originalPrincipalCents - opening.principalCents);
  return { ...opening, chargedOffOn: null, scheduledPaidCents: cents(paid) };
}

/**
 * Books the balance owed, or for a charged-off loan the recoverable amount. A loan that owes nothing opens without
 * lines.
 */
export function openingEntry({ asOf, opening }: Pick<BoardedLoan, 'asOf' | 'opening'>): JournalEntry {
  const amounts =
    opening.chargedOffOn === null
      ? { ...receivables(opening, 1), boarding_clearing: -total(opening) }
      : recoverables(opening, 1);
  return {
    type: 'opening',
    effectiveOn: asOf,
    externalReference: null,
    reversesReference: null,
    memo: null,
    lines: lines(amounts),
  };
}
