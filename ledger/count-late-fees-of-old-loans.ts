import type { Transaction } from '../core/db/database.js';
import type { Loan } from './loan.js';
import { historyOf } from './loan-history-from-entries.js';
import { replay } from './operations/replay.js';
import { readHistory } from './store/journal-store.js';
import { writeLateFees } from './store/late-fees-store.js';
import type { CountedLoan } from './store/stored-loan.js';

export function hasLateFeesCounted({ status, lateFeesCountedCents, feesCents, product }: CountedLoan): boolean {
  const isOpen = status === 'active' || status === 'delinquent';
  return !isOpen || lateFeesCountedCents === feesCents || product.lateFeeCents === 0;
}

/**
 * A locked loan with its late fees counted. Version 0.2.0 recorded neither which of a loan's fees are late fees nor
 * their paid part, and may still be writing during an upgrade. Its loans are therefore replayed once, before anything
 * is derived from them. Loans that are not open are replayed when they are reopened.
 */
export async function withLateFeesCounted(tx: Transaction, loan: CountedLoan, accountId: string): Promise<Loan> {
  if (hasLateFeesCounted(loan)) return loan;
  const { id: externalId, organizationId } = loan;
  const { events } = historyOf(await readHistory(tx, { accountId, organizationId, externalId }));
  const { lateFeesCents, takenByLateFeesCents } = replay(loan, events, loan.accruedThrough).loan;
  const counted = { ...loan, lateFeesCents, takenByLateFeesCents };
  await writeLateFees(tx, counted);
  return counted;
}
