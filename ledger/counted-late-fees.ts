import type { Transaction } from '../core/db/database.js';
import { historyOf } from './history.js';
import type { Loan } from './loan.js';
import { replay } from './operations/replay.js';
import { readHistory } from './store/journal-store.js';
import { writeLateFees } from './store/late-fees-store.js';
import type { CountedLoan } from './store/stored-loan.js';

/**
 * A loan that is locked, with its late fees counted. Version 0.2.0 knew neither what of a loan's fees they are nor what they took, and may
 * go on writing beside this one while an upgrade lasts: then its history is replayed, once, before anything follows from them. Loans
 * that are not open are replayed by whatever opens them.
 */
export async function withLateFeesCounted(tx: Transaction, loan: CountedLoan, accountId: string): Promise<Loan> {
  const isOpen = loan.status === 'active' || loan.status === 'delinquent';
  const isCounted = loan.lateFeesCountedCents === loan.feesCents;
  if (!isOpen || isCounted || loan.product.lateFeeCents === 0) return loan;
  const { id: externalId, organizationId } = loan;
  const { events } = historyOf(await readHistory(tx, { accountId, organizationId, externalId }));
  const { lateFeesCents, takenByLateFeesCents } = replay(loan, events, loan.accruedThrough).loan;
  const counted = { ...loan, lateFeesCents, takenByLateFeesCents };
  await writeLateFees(tx, counted);
  return counted;
}
