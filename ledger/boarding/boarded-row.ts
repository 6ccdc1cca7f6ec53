import type { LedgerStatus } from '../loan.js';
import { contractOf } from '../loan-contract.js';
import { type BoardedLoan, boarded, openingEntry } from '../operations/opening-entry.js';
import { withTerms } from '../store/stored-loan.js';
import type { StagedLoanRow } from './staged-batch.store.js';

/**
 * A staged loan in the form in which it is written: its status and past-due amount, by the ledger's own rules, and the
 * file's original values.
 */
export function boardedRow(organizationId: string, staged: StagedLoanRow) {
  const { principalCents, interestCents, feesCents, scheduledPaidCents, chargedOffOn, ...terms } = withTerms(staged);
  const begins: BoardedLoan = {
    ...terms,
    id: staged.accountId,
    organizationId,
    status: ledgerStatus(staged.status),
    opening: { principalCents, interestCents, feesCents, scheduledPaidCents, chargedOffOn },
  };
  const { loan, position } = boarded(begins);
  return {
    ...staged,
    saidStatus: staged.status,
    saidPaidOffOn: staged.paidOffOn,
    status: loan.status,
    paidOffOn: loan.paidOffOn ?? staged.paidOffOn,
    maturityOn: contractOf(loan).maturityOn,
    dayEndThrough: loan.dayEndThrough,
    lateFeeInstallments: loan.lateFeeInstallments,
    lines: openingEntry(begins).lines,
    pastDueCents: position.pastDueCents,
    oldestUnpaidOn: position.oldestUnpaidOn,
    oldestUnpaidCents: position.oldestUnpaidCents ?? null,
    nextDueOn: position.nextDueOn,
    nextDueCents: position.nextDueCents,
  };
}

function ledgerStatus(status: StagedLoanRow['status']): LedgerStatus {
  if (status === 'unknown') throw new Error('no file says that a status is unknown');
  return status;
}
