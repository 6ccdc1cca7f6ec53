import { type Cents, cents } from '../../../core/money.js';
import type {
  NormalizedTransaction,
  NormalizedTransactionType,
} from '../../../loan-model/projection/account-change.js';
import { centsOf } from '../http/amounts.js';
import type { FineractTransaction } from './response-schemas.js';

/** A type in normalized terms, and whether it raises (1), lowers (-1) or does not change (0) what is owed. */
interface Meaning {
  readonly type: NormalizedTransactionType;
  readonly effect: 1 | -1 | 0;
}

const PAYMENT: Meaning = { type: 'payment', effect: -1 };
const WAIVER: Meaning = { type: 'waiver', effect: -1 };
const CHARGE_OFF: Meaning = { type: 'charge_off', effect: -1 };
const REFUND: Meaning = { type: 'refund', effect: 1 };
const CREDIT: Meaning = { type: 'adjustment', effect: -1 };
const DEBIT: Meaning = { type: 'adjustment', effect: 1 };
const OTHER: Meaning = { type: 'other', effect: 1 };
/** Fineract reports the whole outstanding amount as the amount of such an entry, and 0 as the balance after it. */
const NO_CHANGE: Meaning = { type: 'other', effect: 0 };

/** By `type.id`. Types missing here and below become `other`. */
const TYPES: ReadonlyMap<number, Meaning> = new Map([
  [1, { type: 'disbursement', effect: 1 }],
  [2, PAYMENT],
  [4, WAIVER], // interest
  [5, PAYMENT], // at disbursement
  [6, CHARGE_OFF], // written off
  [7, CREDIT], // closed as rescheduled
  [8, PAYMENT], // recovery
  [9, WAIVER], // charges
  [12, NO_CHANGE], // transfer to another office: initiated, approved, withdrawn, rejected
  [13, NO_CHANGE],
  [14, NO_CHANGE],
  [15, NO_CHANGE],
  [16, REFUND],
  [17, PAYMENT], // a charge is refunded
  [18, REFUND],
  [20, REFUND], // a credit balance is refunded
  [21, CREDIT], // merchant issued refund: the loan is credited, the borrower paid nothing
  [22, CREDIT], // payout refund
  [23, CREDIT], // goodwill credit
  [24, CREDIT], // charge refund
  [25, DEBIT], // chargeback
  [26, CREDIT], // charge adjustment
  [27, CHARGE_OFF],
  [28, PAYMENT], // down payment
  [29, NO_CHANGE], // re-age, re-amortize
  [30, NO_CHANGE],
  [31, WAIVER], // interest payment waiver
  [33, CREDIT], // interest refund
  [35, DEBIT], // capitalized income, and its adjustment
  [37, CREDIT],
  [38, DEBIT], // contract termination
  [40, DEBIT], // buy-down fee, and its adjustment
  [41, CREDIT],
  [44, DEBIT], // discount fee, and its adjustment
  [46, CREDIT],
]);

/**
 * Fineract's accounting entries (accruals, amortization, income postings, contra). They do not change what is owed, and
 * do not change the loan's row, so that they could not be kept up to date.
 */
const BOOKKEEPING: ReadonlySet<number> = new Set([3, 10, 19, 32, 34, 36, 39, 42, 43, 45, 47]);

/** Their names in the query of the list. */
export const BOOKKEEPING_NAMES = ['accrual', 'incomePosting', 'accrualActivity', 'accrualAdjustment'];

/** A value that a mapping does not understand; reported, never fatal. */
export type UnmappedValue = { readonly transaction: number; readonly odd: string };

/**
 * One of Fineract's transactions in normalized terms: none, itself, or itself and its reversal. The sign of an
 * adjustment shows its effect on what is owed; the signs of all other types follow from the type.
 */
export function normalized(
  transaction: FineractTransaction,
  report: (oddity: UnmappedValue) => void,
  methods: ReadonlyMap<number, string> = new Map(),
): readonly NormalizedTransaction[] {
  if (BOOKKEEPING.has(transaction.type.id)) return [];
  const known = TYPES.get(transaction.type.id);
  if (known === undefined) report({ transaction: transaction.id, odd: `type ${transaction.type.id}` });
  const { type, effect } = known ?? OTHER;
  const externalId = String(transaction.id);
  const reversed = transaction.manuallyReversed === true;
  const itself = {
    externalId,
    type,
    effectiveAt: transaction.date ?? null,
    status: reversed ? 'reversed' : 'posted',
    originalExternalId: null,
    paymentMethod: methodOf(transaction, methods),
    reason: null,
    ...(effect === 0 ? NO_AMOUNTS : portions(transaction, type === 'adjustment' ? effect : 1, report)),
    endingBalanceCents:
      effect === 0 ? null : centsOrReported(transaction.outstandingLoanBalance, transaction.id, report),
  } as const satisfies NormalizedTransaction;
  if (!reversed) return [itself];
  const reversal = {
    ...itself,
    externalId: reversalIdOf(transaction.id),
    type: type === 'payment' ? 'reversal' : effect === 0 ? type : 'adjustment',
    effectiveAt: transaction.reversedOnDate ?? null,
    status: 'posted',
    originalExternalId: externalId,
    ...(effect === 0 ? NO_AMOUNTS : portions(transaction, effect === 1 ? -1 : 1, () => undefined)),
    endingBalanceCents: null,
  } as const satisfies NormalizedTransaction;
  return [itself, reversal];
}

/** By the configured payment types; a type that is not configured keeps the server's name. */
function methodOf({ paymentDetailData }: FineractTransaction, methods: ReadonlyMap<number, string>): string | null {
  const { id, name } = paymentDetailData?.paymentType ?? {};
  return methods.get(id ?? -1) ?? name ?? null;
}

type Portions = Pick<NormalizedTransaction, 'amountCents' | 'principalCents' | 'interestCents' | 'feesCents'>;

const NO_AMOUNTS: Portions = {
  amountCents: cents(0),
  principalCents: cents(0),
  interestCents: cents(0),
  feesCents: cents(0),
};

function portions(row: FineractTransaction, sign: 1 | -1, report: (oddity: UnmappedValue) => void): Portions {
  const money = (numeral: string | null | undefined) => signed(centsOrReported(numeral, row.id, report), sign);
  return {
    amountCents: money(row.amount),
    principalCents: money(row.principalPortion),
    interestCents: money(row.interestPortion),
    feesCents: sum(money(row.feeChargesPortion), money(row.penaltyChargesPortion)),
  };
}

function signed(amount: Cents | null, sign: 1 | -1): Cents | null {
  return amount === null || amount === 0 ? amount : cents(sign * amount);
}

/** Fineract stores a reversal as a mark on the transaction. */
export function reversalIdOf(transactionId: number): string {
  return `${transactionId}:reversal`;
}

function centsOrReported(
  numeral: string | null | undefined,
  transaction: number,
  report: (oddity: UnmappedValue) => void,
): Cents | null {
  if (numeral === undefined || numeral === null) return null;
  const exact = centsOf(numeral);
  if (exact === undefined) report({ transaction, odd: `amount ${numeral}` });
  return exact ?? null;
}

function sum(fees: Cents | null, penalties: Cents | null): Cents | null {
  if (fees === null || penalties === null) return fees ?? penalties;
  return cents(fees + penalties);
}
