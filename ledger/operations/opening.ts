import { cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import { type JournalEntry, lines, receivables, recoverables } from '../journal.js';
import type { LedgerStatus, Loan, LoanTerms } from '../loan.js';
import type { Opening } from '../loan-events.js';
import { previousBusinessDay } from '../rules/business-day.js';
import { total } from '../rules/components.js';
import { lateFeeDay } from '../rules/late-fee.js';
import type { ProductTerms } from '../rules/product-terms.js';
import { installmentsDueBy } from '../rules/schedule.js';
import { settled } from './act.js';

/** A loan that comes from another system's books, as its own lender says it stands. */
export interface BoardedLoan extends LoanTerms {
  readonly product: ProductTerms;
  readonly id: string;
  readonly organizationId: string;
  readonly status: LedgerStatus;
  /** Balances are as this day begins, its interest not yet in them; from here interest accrues here. */
  readonly asOf: IsoDate;
  readonly opening: Opening;
  readonly paidOffOn: IsoDate | null;
}

/**
 * A loan as it begins here. Whether it is late follows from its schedule, as everywhere in the ledger; days before the cut-over are
 * closed. Pending and closed are what its lender says.
 */
export function boarded({ asOf, opening, ...loan }: BoardedLoan): ReturnType<typeof settled> {
  const begun = openedAt({ ...loan, ...NOTHING_YET, ...feesOf(loan, asOf), accruedThrough: asOf }, opening, asOf);
  return settled({ ...begun, dayEndThrough: previousBusinessDay(asOf) }, asOf);
}

/** Late fees that fell to be charged before the cut-over were the former system's; where grace days ran into it they are charged here. */
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
    // No file says what fees are for: they may be late fees, and what they take of a payment may cost no other.
    lateFeesCents: feesCents,
    takenByLateFeesCents: cents(0),
    chargedOffOn,
    accrualRemainder: 0,
    accruedThrough: on,
  };
}

/**
 * An opening as if its loan had not been charged off before. What its principal had gone down by was paid, at least: files of 0.2.0
 * did not say more of a charged-off loan, and what was recovered of it since is in no file's schedule.
 */
export function neverChargedOff({ originalPrincipalCents }: LoanTerms, opening: Opening): Opening {
  if (opening.chargedOffOn === null) return opening;
  const paid = Math.max(opening.scheduledPaidCents, originalPrincipalCents - opening.principalCents);
  return { ...opening, chargedOffOn: null, scheduledPaidCents: cents(paid) };
}

/** What is owed comes onto the books; of a charged-off loan, what is left to recover. One that owes nothing opens without lines. */
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
