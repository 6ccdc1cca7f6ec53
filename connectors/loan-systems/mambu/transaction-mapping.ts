import { type Cents, cents } from '../../../core/money.js';
import type {
  NormalizedTransaction,
  NormalizedTransactionType,
} from '../../../loan-model/projection/account-change.js';
import { reversalMarkOf } from './notes.js';
import type { Amount, MambuTransaction } from './response-schemas.js';

interface Meaning {
  readonly type: NormalizedTransactionType;
  /** The sign of its amounts: 1 and −1 replace Mambu's sign, 0 keeps it. */
  readonly sign: 1 | -1 | 0;
}

/** The sign of a correction shows its effect on what is owed; the sign of all other types follows from the type. */
const RAISES: Meaning = { type: 'adjustment', sign: 1 };
const LOWERS: Meaning = { type: 'adjustment', sign: -1 };
const MOVES: Meaning = { type: 'adjustment', sign: 0 };
const OTHER: Meaning = { type: 'other', sign: 0 };

/** Mambu's types and ours (docs/loan-systems.md). The notes distinguish the adjustments that reverse a payment. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  REPAYMENT: { type: 'payment', sign: 1 },
  REPAYMENT_ADJUSTMENT: { type: 'reversal', sign: 1 },
  PRINCIPAL_OVERPAYMENT: { type: 'payment', sign: 1 },
  PRINCIPAL_OVERPAYMENT_ADJUSTMENT: { type: 'reversal', sign: 1 },
  REDRAW_REPAYMENT: { type: 'payment', sign: 1 },
  REDRAW_REPAYMENT_ADJUSTMENT: { type: 'reversal', sign: 1 },
  DISBURSEMENT: { type: 'disbursement', sign: 1 },
  WITHDRAWAL_REDRAW: { type: 'disbursement', sign: 1 },
  PAYMENT_MADE: { type: 'refund', sign: 1 },
  REFUND: { type: 'refund', sign: 1 },
  FEE_REFUND: { type: 'refund', sign: 1 },
  FEE_APPLIED: { type: 'fee', sign: 1 },
  FEE_CHARGED: { type: 'fee', sign: 1 },
  FEE_CAPITALISED: { type: 'fee', sign: 1 },
  PENALTY_APPLIED: { type: 'fee', sign: 1 },
  FEES_DUE_REDUCED: { type: 'waiver', sign: 1 },
  PENALTIES_DUE_REDUCED: { type: 'waiver', sign: 1 },
  INTEREST_DUE_REDUCED: { type: 'waiver', sign: 1 },
  WRITE_OFF: { type: 'charge_off', sign: 1 },
  DISBURSEMENT_ADJUSTMENT: LOWERS,
  WITHDRAWAL_REDRAW_ADJUSTMENT: LOWERS,
  PAYMENT_MADE_ADJUSTMENT: LOWERS,
  REFUND_ADJUSTMENT: LOWERS,
  FEE_REFUND_ADJUSTMENT: LOWERS,
  FEE_ADJUSTMENT: LOWERS,
  FEE_CAPITALISED_ADJUSTMENT: LOWERS,
  PENALTY_ADJUSTMENT: LOWERS,
  FEE_REDUCTION_ADJUSTMENT: RAISES,
  PENALTY_REDUCTION_ADJUSTMENT: RAISES,
  INTEREST_REDUCTION_ADJUSTMENT: RAISES,
  WRITE_OFF_ADJUSTMENT: RAISES,
  REDUCE_BALANCE: LOWERS,
  REDUCE_BALANCE_ADJUSTMENT: RAISES,
  TRANSFER: MOVES,
  TRANSFER_ADJUSTMENT: MOVES,
  DEFERRED_INTEREST_PAID: LOWERS,
  DEFERRED_INTEREST_PAID_ADJUSTMENT: RAISES,
  REDRAW_TRANSFER: MOVES,
  REDRAW_TRANSFER_ADJUSTMENT: MOVES,
  CARD_TRANSACTION_REVERSAL: LOWERS,
  CARD_TRANSACTION_REVERSAL_ADJUSTMENT: RAISES,
  IMPORT: RAISES,
};

/** Applied interest, and its reversal: no system lists accruals (`NormalizedTransactionType`). */
const ACCRUALS: ReadonlySet<string> = new Set([
  'INTEREST_APPLIED',
  'INTEREST_APPLIED_ADJUSTMENT',
  'IBF_INTEREST_APPLIED',
  'IBF_INTEREST_APPLIED_ADJUSTMENT',
  'DEFERRED_INTEREST_APPLIED',
  'DEFERRED_INTEREST_APPLIED_ADJUSTMENT',
]);

export function transactionTypeOf({
  type,
  notes,
}: Pick<MambuTransaction, 'type' | 'notes'>): NormalizedTransactionType {
  const known = meaningOf(type).type;
  return known === 'reversal' && reversalMarkOf(notes)?.isNsf ? 'nsf' : known;
}

/** Undefined for types that are not listed. */
export function normalizedTransaction(transaction: MambuTransaction): NormalizedTransaction | undefined {
  if (ACCRUALS.has(transaction.type)) return undefined;
  const { affectedAmounts, accountBalances, originalTransactionKey, adjustmentTransactionKey } = transaction;
  const { sign } = meaningOf(transaction.type);
  const signed = (...parts: readonly (Amount | undefined)[]) => total(parts, sign);
  return {
    externalId: transaction.encodedKey,
    type: transactionTypeOf(transaction),
    amountCents: signed(transaction.amount),
    effectiveAt: transaction.valueDate,
    status: adjustmentTransactionKey === undefined ? 'posted' : 'reversed',
    originalExternalId: transaction.type.endsWith('_ADJUSTMENT') ? (originalTransactionKey ?? null) : null,
    paymentMethod: null,
    reason: null,
    principalCents: signed(affectedAmounts?.principalAmount),
    interestCents: signed(affectedAmounts?.interestAmount),
    feesCents: signed(affectedAmounts?.feesAmount, affectedAmounts?.penaltyAmount),
    endingBalanceCents: total([accountBalances?.principalBalance], 0),
  };
}

function meaningOf(type: string): Meaning {
  return (Object.hasOwn(MEANINGS, type) ? MEANINGS[type] : undefined) ?? OTHER;
}

/** Null if no part is reported, or one of them is not a whole number of cents. */
function total(parts: readonly (Amount | undefined)[], sign: Meaning['sign']): Cents | null {
  const known = parts.filter((part) => part !== undefined);
  let sum = 0;
  for (const part of known) {
    if (part === 'inexact') return null;
    sum += part;
  }
  if (known.length === 0) return null;
  return cents(sign === 0 || sum === 0 ? sum : sign * Math.abs(sum));
}
