import { type Cents, cents } from '../../../core/money.js';
import { centsOf } from '../http/amounts.js';
import type { NormalizedTransaction, NormalizedTransactionType } from '../projection/account-change.js';
import type { FineractTransaction } from './wire.js';

/** By `type.id`. What is missing here and below is `other`. */
const TYPES: ReadonlyMap<number, NormalizedTransactionType> = new Map([
  [1, 'disbursement'],
  [2, 'payment'],
  [4, 'waiver'], // interest
  [5, 'payment'], // at disbursement
  [6, 'charge_off'], // written off
  [7, 'adjustment'], // marked for rescheduling
  [8, 'payment'], // recovery
  [9, 'waiver'], // charges
  [12, 'adjustment'], // transfer between offices, and its stages
  [13, 'adjustment'],
  [14, 'adjustment'],
  [15, 'adjustment'],
  [16, 'refund'],
  [17, 'payment'], // of a charge
  [18, 'refund'],
  [20, 'refund'], // of a credit balance
  [21, 'adjustment'], // merchant issued refund: the loan is credited, nobody paid
  [22, 'adjustment'], // payout refund
  [23, 'adjustment'], // goodwill credit
  [24, 'adjustment'], // charge refund
  [25, 'adjustment'], // chargeback
  [26, 'adjustment'], // charge adjustment
  [27, 'charge_off'],
  [28, 'payment'], // down payment
  [29, 'adjustment'], // re-age
  [30, 'adjustment'], // re-amortize
  [31, 'waiver'], // interest payment waiver
  [33, 'adjustment'], // interest refund
  [35, 'adjustment'], // capitalized income, and its adjustment
  [37, 'adjustment'],
  [38, 'adjustment'], // contract termination
  [40, 'adjustment'], // buy-down fee, and its adjustment
  [41, 'adjustment'],
]);

/**
 * Entries of Fineract's accounting (accruals, amortization, income postings, contra): they move nothing that is owed, and a loan's
 * row does not change with them, so that they could not be kept up to date.
 */
const BOOKKEEPING: ReadonlySet<number> = new Set([3, 10, 19, 32, 34, 36, 39, 42, 43]);

/** Their names in the query of the list. */
export const BOOKKEEPING_NAMES = ['accrual', 'incomePosting', 'accrualActivity', 'accrualAdjustment'];

/** What a mapping cannot make sense of; told, never fatal. */
export type Oddity = { readonly transaction: number; readonly odd: string };

/** One of Fineract's transactions in normalized terms: none, itself, or itself and its reversal. */
export function normalized(
  transaction: FineractTransaction,
  tell: (oddity: Oddity) => void,
): readonly NormalizedTransaction[] {
  if (BOOKKEEPING.has(transaction.type.id)) return [];
  const money = (numeral: string | null | undefined) => centsOrTold(numeral, transaction.id, tell);
  const type = TYPES.get(transaction.type.id);
  if (type === undefined) tell({ transaction: transaction.id, odd: `type ${transaction.type.id}` });
  const externalId = String(transaction.id);
  const itself = {
    externalId,
    type: type ?? 'other',
    amountCents: money(transaction.amount),
    effectiveAt: transaction.date ?? null,
    status: transaction.manuallyReversed === true ? 'reversed' : 'posted',
    originalExternalId: null,
    paymentMethod: transaction.paymentDetailData?.paymentType?.name ?? null,
    reason: null,
    principalCents: money(transaction.principalPortion),
    interestCents: money(transaction.interestPortion),
    feesCents: sum(money(transaction.feeChargesPortion), money(transaction.penaltyChargesPortion)),
    endingBalanceCents: money(transaction.outstandingLoanBalance),
  } as const satisfies NormalizedTransaction;
  if (transaction.manuallyReversed !== true) return [itself];
  const reversal = {
    ...itself,
    externalId: reversalIdOf(transaction.id),
    type: itself.type === 'payment' ? 'reversal' : 'adjustment',
    effectiveAt: transaction.reversedOnDate ?? null,
    status: 'posted',
    originalExternalId: externalId,
    endingBalanceCents: null,
  } as const satisfies NormalizedTransaction;
  return [itself, reversal];
}

/** Fineract keeps a reversal as a mark on the transaction. */
export function reversalIdOf(transactionId: number): string {
  return `${transactionId}:reversal`;
}

function centsOrTold(
  numeral: string | null | undefined,
  transaction: number,
  tell: (oddity: Oddity) => void,
): Cents | null {
  if (numeral === undefined || numeral === null) return null;
  const exact = centsOf(numeral);
  if (exact === undefined) tell({ transaction, odd: `amount ${numeral}` });
  return exact ?? null;
}

function sum(fees: Cents | null, penalties: Cents | null): Cents | null {
  if (fees === null || penalties === null) return fees ?? penalties;
  return cents(fees + penalties);
}
