import { TRANSACTION_TYPES } from '../../core/contract/transaction.js';
import { type Cents, cents } from '../../core/money.js';
import type { NormalizedTransaction } from './account-change.js';

/**
 * A transaction as the model has it, of whatever system: some tell amounts without a sign, or with another one. A change of a loss keeps its
 * sign: a loss may become smaller.
 */
export function signed(transaction: NormalizedTransaction): NormalizedTransaction {
  const { sign } = TRANSACTION_TYPES[transaction.type];
  const isLossChange = transaction.type === 'charge_off' && transaction.becauseOfExternalId !== undefined;
  if (sign === undefined || isLossChange) return transaction;
  const told = (amount: Cents | null) => (amount === null || amount === 0 ? amount : cents(sign * Math.abs(amount)));
  return {
    ...transaction,
    amountCents: told(transaction.amountCents),
    principalCents: told(transaction.principalCents),
    interestCents: told(transaction.interestCents),
    feesCents: told(transaction.feesCents),
  };
}
