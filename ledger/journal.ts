import { LEDGER_ACCOUNT_NAMES } from '../core/contract/ledger-accounts.js';
import { type Cents, cents } from '../core/money.js';
import type { IsoDate } from '../core/time/dates.js';
import type { NormalizedTransaction } from '../loan-model/projection/account-change.js';
import type { Components } from './loan.js';
import { total } from './rules/components.js';

/**
 * The chart of accounts. The recoverable_* accounts are a memorandum: what borrowers still owe on charged-off loans. boarding_clearing is what
 * boarded loans owed when they came: its other side is in the books of the system that they came from.
 */
export const LEDGER_ACCOUNTS = LEDGER_ACCOUNT_NAMES;

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export type EntryType =
  | 'disbursement'
  | 'payment'
  | 'recovery'
  | 'payment_reversal'
  | 'nsf_return'
  | 'nsf_fee'
  | 'late_fee'
  | 'waiver'
  | 'adjustment'
  | 'charge_off'
  | 'charge_off_reversal'
  | 'reallocation'
  | 'loss_change'
  | 'opening';

export interface JournalLine {
  readonly ledgerAccount: LedgerAccount;
  /** Debit positive, credit negative. */
  readonly amountCents: Cents;
}

export interface JournalEntry {
  readonly type: EntryType;
  readonly effectiveOn: IsoDate;
  /** The day to which it accrued interest, where that is not the day it is effective on. */
  readonly accruedTo?: IsoDate;
  readonly externalReference: string | null;
  /** Reference number of the entry that this one takes back. */
  readonly reversesReference: number | null;
  /** Reference number of the payment whose split this one moves. */
  readonly reallocatesReference?: number;
  /** It follows from the first entry that is written with it. */
  readonly isBecauseOfFirst?: true;
  readonly memo: string | null;
  readonly lines: readonly JournalLine[];
}

/** How an entry shows in the normalized model; its external id is the reference number. */
export type EntryTransaction = Omit<NormalizedTransaction, 'externalId' | 'endingBalanceCents'>;

/** The lines that are not zero. @throws {Error} when they do not sum to zero: such an entry must never be written. */
export function lines(amounts: Readonly<Partial<Record<LedgerAccount, number>>>, accruedCents = 0): JournalLine[] {
  const made: JournalLine[] = [];
  add(made, 'interest_receivable', accruedCents);
  add(made, 'interest_income', -accruedCents);
  for (const account of LEDGER_ACCOUNTS) add(made, account, amounts[account] ?? 0);
  if (made.reduce((sum, line) => sum + line.amountCents, 0) !== 0) throw new Error('a journal entry must balance');
  return made;
}

/** Takes components off (or, negative, puts them back on) the receivables. */
export function receivables(change: Components, sign: 1 | -1): Partial<Record<LedgerAccount, number>> {
  return {
    principal_receivable: sign * change.principalCents,
    interest_receivable: sign * change.interestCents,
    fee_receivable: sign * change.feesCents,
  };
}

/** The same for what is left to recover of a charged-off loan, with its contra. */
export function recoverables(change: Components, sign: 1 | -1): Partial<Record<LedgerAccount, number>> {
  return {
    recoverable_principal: sign * change.principalCents,
    recoverable_interest: sign * change.interestCents,
    recoverable_fees: sign * change.feesCents,
    recoverable_contra: -sign * (change.principalCents + change.interestCents + change.feesCents),
  };
}

/** What is owed on receivables becomes a loss, and what is left to recover. */
export function writtenOff(owed: Components): Partial<Record<LedgerAccount, number>> {
  return { charge_off_expense: total(owed), ...receivables(owed, -1), ...recoverables(owed, 1) };
}

/** What an entry did to what is owed, by component, beside the interest that it accrued; its own lines touch no interest income. */
export function adjustedBy(entryLines: readonly JournalLine[]): Components {
  const owed = owedMoreBy(entryLines);
  const accrued = -sumOn(entryLines, ['interest_income']);
  return { ...owed, interestCents: cents(owed.interestCents - accrued) };
}

/** The sum of an entry's lines on these accounts. */
export function sumOn(entryLines: readonly JournalLine[], accounts: readonly LedgerAccount[]): number {
  return entryLines
    .filter((line) => accounts.includes(line.ledgerAccount))
    .reduce((sum, line) => sum + line.amountCents, 0);
}

/** What an entry that accrues nothing did to what is owed, by component: negative took off. */
export function owedMoreBy(entryLines: readonly JournalLine[]): Components {
  const debited = (...accounts: LedgerAccount[]) => cents(sumOn(entryLines, accounts));
  return {
    principalCents: debited('principal_receivable', 'recoverable_principal'),
    interestCents: debited('interest_receivable', 'recoverable_interest'),
    feesCents: debited('fee_receivable', 'recoverable_fees'),
  };
}

/**
 * What a charge-off or a change of its loss left to recover, by component. A component may have become a cent less: interest that was
 * carried is whole sooner on more principal, and a payment from before the charge-off took it.
 */
export function lostBy(entryLines: readonly JournalLine[]): Components {
  return {
    principalCents: cents(sumOn(entryLines, ['recoverable_principal'])),
    interestCents: cents(sumOn(entryLines, ['recoverable_interest'])),
    feesCents: cents(sumOn(entryLines, ['recoverable_fees'])),
  };
}

/** What an entry paid, by component: its credits to the receivables. (Its debits there are interest that it accrued.) */
export function appliedBy(entryLines: readonly JournalLine[]): Components {
  const credited = (...accounts: LedgerAccount[]) =>
    cents(
      entryLines
        .filter((line) => line.amountCents < 0 && accounts.includes(line.ledgerAccount))
        .reduce((sum, line) => sum - line.amountCents, 0),
    );
  return {
    principalCents: credited('principal_receivable', 'recoverable_principal'),
    interestCents: credited('interest_receivable', 'recoverable_interest'),
    feesCents: credited('fee_receivable', 'recoverable_fees'),
  };
}

function add(to: JournalLine[], ledgerAccount: LedgerAccount, amount: number): void {
  if (amount !== 0) to.push({ ledgerAccount, amountCents: cents(amount) });
}
