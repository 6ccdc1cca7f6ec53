import { TRANSACTION_TYPES } from '../../core/contract/transaction-types-and-statuses.js';
import { type Cents, cents } from '../../core/money.js';
import type { NormalizedTransaction } from './account-change.js';

/**
 * A transaction with the sign that its type has in the normalized model. Loan systems differ: some report amounts
 * without a sign, others with the opposite sign. A loss change keeps its sign, because a loss may become smaller.
 */
export function withNormalizedSigns(transaction: NormalizedTransaction): NormalizedTransaction {
  const { sign } = TRANSACTION_TYPES[transaction.type];
  const isLossChange = transaction.type === 'charge_off' && transaction.becauseOfExternalId !== undefined;
  if (sign === undefined || isLossChange) return transaction;
  const signedAmount = (amount: Cents | null) =>
    amount === null || amount === 0 ? amount : cents(sign * Math.abs(amount));
  return {
    ...transaction,
    amountCents: signedAmount(transaction.amountCents),
    principalCents: signedAmount(transaction.principalCents),
    interestCents: signedAmount(transaction.interestCents),
    feesCents: signedAmount(transaction.feesCents),
  };
}
