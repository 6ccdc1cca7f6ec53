import { businessClock } from '../core/business-time/business-clock.js';
import type { Queries } from '../core/db/database.js';
import type { Clock } from '../core/time/clock.js';
import type { LoanReference } from '../loan-model/port.js';
import { historyOf } from './loan-history-from-entries.js';
import { type OperationPreview, type PlannedOperation, previewOperation } from './operations/operation-preview.js';
import { readHistory } from './store/journal-store.js';
import { readLoan } from './store/loan-store.js';

/** What an operation would do to a loan in the ledger now. Locks nothing and writes nothing. */
export async function previewLoanOperation(
  on: Queries,
  clock: Clock,
  reference: LoanReference,
  operation: PlannedOperation,
): Promise<OperationPreview> {
  const loan = await readLoan(on, reference);
  const entries = operation.type === 'charge_off_reversal' ? await readHistory(on, reference) : [];
  const business = await businessClock(on, clock, reference.organizationId);
  return previewOperation(loan, operation, historyOf(entries), business);
}
