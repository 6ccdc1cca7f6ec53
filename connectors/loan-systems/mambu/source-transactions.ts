import type { Logger } from '../../../core/logging/logger.js';
import type { SourceTransaction } from '../../../loan-model/loan-source-types.js';
import type { MambuTransaction } from './response-schemas.js';
import { normalizedTransaction } from './transaction-mapping.js';

/** None for types that are not listed. Unknown types and inexact amounts are logged. */
export function sourceTransactions(transaction: MambuTransaction, log: Logger): readonly SourceTransaction[] {
  const normalized = normalizedTransaction(transaction);
  if (normalized === undefined) return [];
  const { encodedKey, type, amount } = transaction;
  if (normalized.type === 'other') log.warn({ transaction: encodedKey, type }, 'unknown transaction type in Mambu');
  if (amount === 'inexact') log.error({ transaction: encodedKey }, 'a Mambu amount is not a whole number of cents');
  return [{ ...normalized, entered: enteredAs(transaction), reference: transaction.externalId ?? null }];
}

/** Mambu numbers transactions as they arrive, and lists the newest first. */
function enteredAs({ id, creationDate }: MambuTransaction): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : Date.parse(creationDate);
}
