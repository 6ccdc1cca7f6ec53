import { type Cents, cents } from '../../../core/money.js';
import type { NormalizedTransaction, NormalizedTransactionType } from './account-change.js';

/**
 * Which way an amount is told, in every system: a payment comes in and a charge is made, positive; what is given back or let
 * go is negative. An adjustment may be either; its adapter says what it does to what is owed.
 */
const SIGNS: Readonly<Record<NormalizedTransactionType, 1 | -1 | undefined>> = {
  payment: 1,
  disbursement: 1,
  fee: 1,
  charge_off: 1,
  reversal: -1,
  nsf: -1,
  refund: -1,
  waiver: -1,
  adjustment: undefined,
  other: undefined,
};

/** A transaction as the model has it, of whatever system: some tell amounts without a sign, or with another one. */
export function signed(transaction: NormalizedTransaction): NormalizedTransaction {
  const sign = SIGNS[transaction.type];
  if (sign === undefined) return transaction;
  const told = (amount: Cents | null) => (amount === null || amount === 0 ? amount : cents(sign * Math.abs(amount)));
  return {
    ...transaction,
    amountCents: told(transaction.amountCents),
    principalCents: told(transaction.principalCents),
    interestCents: told(transaction.interestCents),
    feesCents: told(transaction.feesCents),
  };
}
