import { LEDGER_ACCOUNT_NAMES } from '../core/contract/ledger-accounts.js';
import type { LedgerEntryType } from '../core/contract/ledger-entry-types.js';
import { type Cents, cents } from '../core/money.js';
import type { IsoDate } from '../core/time/dates.js';
import type { NormalizedTransaction } from '../loan-model/projection/account-change.js';
import type { Components } from './loan.js';
import { total } from './rules/balance-component-arithmetic.js';

/**
 * The chart of accounts. The recoverable_* accounts are memorandum accounts: what borrowers still owe on charged-off
 * loans. boarding_clearing is the balance of loans at boarding: its other side is in the books of their previous
 * system.
 */
export const LEDGER_ACCOUNTS = LEDGER_ACCOUNT_NAMES;

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export type EntryType = LedgerEntryType;

export interface JournalLine {
  readonly ledgerAccount: LedgerAccount;
  /** Debit positive, credit negative. */
  readonly amountCents: Cents;
}

export interface JournalEntry {
  readonly type: EntryType;
  readonly effectiveOn: IsoDate;
  /** The day to which it accrued interest, if that differs from its effective day. */
  readonly accruedTo?: IsoDate;
  readonly externalReference: string | null;
  /** Reference number of the entry that this one reverses. */
  readonly reversesReference: number | null;
  /** Reference number of the payment whose allocation this one changes. */
  readonly reallocatesReference?: number;
  /** Whether it follows from the first entry that is written with it. */
  readonly isBecauseOfFirst?: true;
  readonly memo: string | null;
  readonly lines: readonly JournalLine[];
}

/** How an entry appears in the normalized model; its external id is the reference number. */
export type EntryTransaction = Omit<NormalizedTransaction, 'externalId' | 'endingBalanceCents'>;

/** The non-zero lines. @throws {Error} when they do not sum to zero: such an entry must never be written. */
export function lines(amounts: Readonly<Partial<Record<LedgerAccount, number>>>, accruedCents = 0): JournalLine[] {
  const made: JournalLine[] = [];
  add(made, 'interest_receivable', accruedCents);
  add(made, 'interest_income', -accruedCents);
  for (const account of LEDGER_ACCOUNTS) add(made, account, amounts[account] ?? 0);
  if (made.reduce((sum, line) => sum + line.amountCents, 0) !== 0) throw new Error('a journal entry must balance');
  return made;
}

/** Deducts components from the receivables; negative amounts are added back. */
export function receivables(change: Components, sign: 1 | -1): Partial<Record<LedgerAccount, number>> {
  return {
    principal_receivable: sign * change.principalCents,
    interest_receivable: sign * change.interestCents,
    fee_receivable: sign * change.feesCents,
  };
}

/** The same for the recoverable amount of a charged-off loan, with its contra account. */
export function recoverables(change: Components, sign: 1 | -1): Partial<Record<LedgerAccount, number>> {
  return {
    recoverable_principal: sign * change.principalCents,
    recoverable_interest: sign * change.interestCents,
    recoverable_fees: sign * change.feesCents,
    recoverable_contra: -sign * (change.principalCents + change.interestCents + change.feesCents),
  };
}

/** Moves the receivables to the loss, and records them as recoverable. */
export function writtenOff(owed: Components): Partial<Record<LedgerAccount, number>> {
  return { charge_off_expense: total(owed), ...receivables(owed, -1), ...recoverables(owed, 1) };
}

/**
 * The effect of an entry on the balance owed, by component, apart from the interest it accrued; its own lines contain
 * no interest income.
 */
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

/** The effect of an entry without accrued interest on the balance owed, by component; negative: a reduction. */
export function owedMoreBy(entryLines: readonly JournalLine[]): Components {
  const debited = (...accounts: LedgerAccount[]) => cents(sumOn(entryLines, accounts));
  return {
    principalCents: debited('principal_receivable', 'recoverable_principal'),
    interestCents: debited('interest_receivable', 'recoverable_interest'),
    feesCents: debited('fee_receivable', 'recoverable_fees'),
  };
}

/**
 * The recoverable amount after a charge-off or a change of its loss, by component. A component may be one cent less: on
 * more principal, carried interest reaches a whole cent sooner, and a payment from before the charge-off paid it.
 */
export function lostBy(entryLines: readonly JournalLine[]): Components {
  return {
    principalCents: cents(sumOn(entryLines, ['recoverable_principal'])),
    interestCents: cents(sumOn(entryLines, ['recoverable_interest'])),
    feesCents: cents(sumOn(entryLines, ['recoverable_fees'])),
  };
}

/**
 * The amount that an entry paid, by component: its credits to the receivables. (Its debits there are interest that it
 * accrued.)
 */
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
