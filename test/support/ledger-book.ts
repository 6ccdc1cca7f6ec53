import { Temporal } from 'temporal-polyfill';
import { cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { EntryTransaction } from '../../ledger/journal.js';
import type { Loan } from '../../ledger/loan.js';
import { type HistoryEntry, historyOf } from '../../ledger/loan-history-from-entries.js';
import { type Adjustment, adjust } from '../../ledger/operations/adjustment.js';
import { chargeOff } from '../../ledger/operations/charge-off.js';
import { reverseChargeOff } from '../../ledger/operations/charge-off-reversal.js';
import { closeDays } from '../../ledger/operations/close-days.js';
import { close } from '../../ledger/operations/close-loan.js';
import { disburse } from '../../ledger/operations/disbursement.js';
import { type BoardedLoan, boarded, openingEntry } from '../../ledger/operations/opening-entry.js';
import {
  type AppliedOperation,
  type OperationEntry,
  type Refusal,
  settled,
} from '../../ledger/operations/operation-result.js';
import { pay } from '../../ledger/operations/payment.js';
import { reverse } from '../../ledger/operations/payment-reversal.js';
import { type Waiver, waive } from '../../ledger/operations/waiver.js';
import { endOfDay, previousBusinessDay } from '../../ledger/rules/business-day.js';
import { type PostingDays, postingDays } from '../../ledger/rules/posting-days.js';

/** An entry as the journal has it, with the fields that the account's list shows. */
export type BookEntry = HistoryEntry & { readonly transaction: EntryTransaction; readonly memo: string | null };

/** Applies an act to the loan on a business day, with interest to the given day. */
type Decision = (loan: Loan, on: IsoDate, accrueTo: IsoDate) => AppliedOperation | Refusal;

/**
 * One loan in memory, processed as the ledger does: days are closed before anything is posted, and status follows from
 * balances. An act on a non-business day is applied on the next business day.
 */
export class LedgerBook {
  readonly entries: BookEntry[] = [];
  #loan: Loan;

  /** A loan that is booked and disbursed on the day of creation. */
  constructor(terms: Loan);
  /** A loan that is booked and not disbursed yet, or boarded from another system's books. */
  constructor(begins: { readonly pending: Loan } | { readonly boarded: BoardedLoan });
  constructor(begins: Loan | { readonly pending: Loan } | { readonly boarded: BoardedLoan }) {
    if ('boarded' in begins) {
      this.#loan = boarded(begins.boarded).loan;
      this.#open(begins.boarded);
      return;
    }
    const terms = 'pending' in begins ? begins.pending : begins;
    this.#loan = { ...terms, status: 'pending', principalCents: cents(0), dayEndThrough: null };
    if (terms === begins) this.perform((loan) => disburse(loan, terms.originatedOn), terms.originatedOn);
  }

  get loan(): Loan {
    return this.#loan;
  }

  payOut(day: IsoDate): number | Refusal {
    return this.perform((loan, on) => disburse(loan, on), day);
  }

  /** @returns the reference number of the payment, or why it was refused. */
  pay(amount: number, day: IsoDate): number | Refusal {
    const terms = { externalReference: `payment-${this.entries.length}`, paymentMethod: 'check', memo: null };
    return this.perform((loan, on, to) => pay(loan, { ...terms, amountCents: cents(amount) }, on, to), day);
  }

  waive(waiver: Waiver, day: IsoDate): number | Refusal {
    return this.perform((loan, on, to) => waive(loan, waiver, on, to), day);
  }

  close(day: IsoDate): number | Refusal {
    return this.perform((loan) => close(loan), day);
  }

  chargeOff(day: IsoDate): number | Refusal {
    return this.perform((loan, on, to) => chargeOff(loan, on, 'bankruptcy', to), day);
  }

  adjust(adjustment: Adjustment, day: IsoDate): number | Refusal {
    return this.perform((loan, on, to) => adjust(loan, adjustment, on, to), day);
  }

  undoChargeOff(day: IsoDate): number | Refusal {
    return this.perform((loan, on, to) => reverseChargeOff(loan, historyOf(this.entries), 'mistake', on, to), day);
  }

  reverse(referenceNumber: number, day: IsoDate, isNsf = false): number | Refusal {
    const entry = this.entries.find((one) => one.referenceNumber === referenceNumber);
    const amountCents = entry?.transaction.amountCents ?? cents(0);
    const externalReference = `reversal-${referenceNumber}`;
    return this.perform((loan, on, to) => {
      const order = { externalReference, referenceNumber, amountCents, reason: null, isNsf };
      return reverse(loan, historyOf(this.entries), order, on, to);
    }, day);
  }

  /** Closes the days before a day's business day, as day-end would have by its morning. */
  closeDaysBefore(day: IsoDate): void {
    const { loan, changes } = closeDays(this.#loan, previousBusinessDay(postingDaysOf(day).businessDay));
    for (const { entries } of changes) this.#write(entries);
    this.#loan = loan;
  }

  perform(decide: Decision, day: IsoDate): number | Refusal {
    this.closeDaysBefore(day);
    const { businessDay, accrueTo } = postingDaysOf(day);
    const act = decide(this.#loan, businessDay, accrueTo(this.#loan));
    if (act.kind === 'refused') return act;
    const first = this.entries.length + 1;
    this.#write(act.entries);
    this.#loan = settled(act.loan, businessDay).loan;
    return first;
  }

  #open(begins: BoardedLoan): void {
    const { type, effectiveOn, reversesReference, lines, memo } = openingEntry(begins);
    const of = { type, effectiveOn, accruedTo: null, reversesReference, reallocatesReference: null, lines, memo };
    this.entries.push({ referenceNumber: 1, ...of, opening: begins.opening, transaction: NO_TRANSACTION });
  }

  #write(entries: readonly OperationEntry[]): void {
    for (const { entry, transaction } of entries) {
      const {
        type,
        effectiveOn,
        accruedTo = null,
        reversesReference,
        reallocatesReference = null,
        lines,
        memo,
      } = entry;
      const of = { type, effectiveOn, accruedTo, reversesReference, reallocatesReference, lines, memo };
      this.entries.push({ referenceNumber: this.entries.length + 1, ...of, transaction });
    }
  }
}

/** An opening is not a transaction of its account: the file's transactions stand in for it. */
const NO_TRANSACTION: EntryTransaction = {
  type: 'other',
  amountCents: null,
  effectiveAt: null,
  status: null,
  originalExternalId: null,
  paymentMethod: null,
  reason: null,
  principalCents: null,
  interestCents: null,
  feesCents: null,
};

/** The effective and business days of a posting on a day in New York. */
export function postingDaysOf(day: IsoDate): PostingDays {
  return postingDays(Temporal.Instant.from(endOfDay(day)).subtract({ hours: 6 }));
}
