import type { Cents } from '../../../core/money.js';
import { cents } from '../../../core/money.js';
import type { NormalizedTransaction, NormalizedTransactionType } from '../projection/account-change.js';
import { reversalMarkOf } from './notes.js';
import type { Amount, MambuTransaction } from './wire.js';

/** Mambu's types as ours (docs/loan-systems.md); any other is `other`. What takes a payment back is told apart by its notes. */
const TYPES: Readonly<Record<string, NormalizedTransactionType>> = {
  REPAYMENT: 'payment',
  REPAYMENT_ADJUSTMENT: 'reversal',
  PRINCIPAL_OVERPAYMENT: 'payment',
  PRINCIPAL_OVERPAYMENT_ADJUSTMENT: 'reversal',
  REDRAW_REPAYMENT: 'payment',
  REDRAW_REPAYMENT_ADJUSTMENT: 'reversal',
  DISBURSEMENT: 'disbursement',
  WITHDRAWAL_REDRAW: 'disbursement',
  PAYMENT_MADE: 'refund',
  REFUND: 'refund',
  FEE_REFUND: 'refund',
  FEE_APPLIED: 'fee',
  FEE_CHARGED: 'fee',
  FEE_CAPITALISED: 'fee',
  PENALTY_APPLIED: 'fee',
  INTEREST_APPLIED: 'accrual',
  IBF_INTEREST_APPLIED: 'accrual',
  DEFERRED_INTEREST_APPLIED: 'accrual',
  FEES_DUE_REDUCED: 'waiver',
  PENALTIES_DUE_REDUCED: 'waiver',
  INTEREST_DUE_REDUCED: 'waiver',
  WRITE_OFF: 'charge_off',
  DISBURSEMENT_ADJUSTMENT: 'adjustment',
  WITHDRAWAL_REDRAW_ADJUSTMENT: 'adjustment',
  PAYMENT_MADE_ADJUSTMENT: 'adjustment',
  REFUND_ADJUSTMENT: 'adjustment',
  FEE_REFUND_ADJUSTMENT: 'adjustment',
  FEE_ADJUSTMENT: 'adjustment',
  FEE_CAPITALISED_ADJUSTMENT: 'adjustment',
  PENALTY_ADJUSTMENT: 'adjustment',
  INTEREST_APPLIED_ADJUSTMENT: 'adjustment',
  IBF_INTEREST_APPLIED_ADJUSTMENT: 'adjustment',
  DEFERRED_INTEREST_APPLIED_ADJUSTMENT: 'adjustment',
  FEE_REDUCTION_ADJUSTMENT: 'adjustment',
  PENALTY_REDUCTION_ADJUSTMENT: 'adjustment',
  INTEREST_REDUCTION_ADJUSTMENT: 'adjustment',
  WRITE_OFF_ADJUSTMENT: 'adjustment',
  REDUCE_BALANCE: 'adjustment',
  REDUCE_BALANCE_ADJUSTMENT: 'adjustment',
  TRANSFER: 'adjustment',
  TRANSFER_ADJUSTMENT: 'adjustment',
  DEFERRED_INTEREST_PAID: 'adjustment',
  DEFERRED_INTEREST_PAID_ADJUSTMENT: 'adjustment',
  REDRAW_TRANSFER: 'adjustment',
  REDRAW_TRANSFER_ADJUSTMENT: 'adjustment',
  CARD_TRANSACTION_REVERSAL: 'adjustment',
  CARD_TRANSACTION_REVERSAL_ADJUSTMENT: 'adjustment',
  IMPORT: 'adjustment',
};

export function transactionTypeOf({
  type,
  notes,
}: Pick<MambuTransaction, 'type' | 'notes'>): NormalizedTransactionType {
  const known = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (known === 'reversal' && reversalMarkOf(notes)?.isNsf) return 'nsf';
  return known ?? 'other';
}

/** Amounts as magnitudes: what a transaction does to the loan is told by its type. */
export function normalizedTransaction(transaction: MambuTransaction): NormalizedTransaction {
  const { affectedAmounts, accountBalances, originalTransactionKey, adjustmentTransactionKey } = transaction;
  const fees = affectedAmounts?.feesAmount;
  const penalty = affectedAmounts?.penaltyAmount;
  return {
    externalId: transaction.encodedKey,
    type: transactionTypeOf(transaction),
    amountCents: magnitude(transaction.amount),
    effectiveAt: transaction.valueDate,
    status: adjustmentTransactionKey === undefined ? 'posted' : 'reversed',
    originalExternalId: transaction.type.endsWith('_ADJUSTMENT') ? (originalTransactionKey ?? null) : null,
    paymentMethod: null,
    reason: null,
    principalCents: magnitude(affectedAmounts?.principalAmount),
    interestCents: magnitude(affectedAmounts?.interestAmount),
    feesCents: fees === undefined && penalty === undefined ? null : sum(fees, penalty),
    endingBalanceCents: exact(accountBalances?.principalBalance),
  };
}

function sum(...amounts: readonly (Amount | undefined)[]): Cents | null {
  let total = 0;
  for (const amount of amounts) {
    if (amount === 'inexact') return null;
    total += amount ?? 0;
  }
  return magnitude(cents(total));
}

function magnitude(amount: Amount | undefined): Cents | null {
  const known = exact(amount);
  return known === null ? null : cents(Math.abs(known));
}

function exact(amount: Amount | undefined): Cents | null {
  return amount === undefined || amount === 'inexact' ? null : amount;
}
