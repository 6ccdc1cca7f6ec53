import { typesOf } from '../../core/db/columns.js';
import type { Transaction } from '../../core/db/database.js';
import { statement } from '../../core/db/statement.js';
import type { Loan } from '../loan.js';
import { LEDGER_PRINCIPAL } from './stored-loan.js';

const keepLateFees = statement({
  name: 'ledger.loan.keep_late_fees',
  takes: {
    loanId: 'LedgerLoan.id',
    ...typesOf('LedgerLoan', ['organizationId', 'lateFeesCents', 'takenByLateFeesCents']),
  },
  text: ({ p, scope }) => `
    update ledger_loan loan set late_fees_cents = ${p.lateFeesCents}, taken_by_late_fees_cents = ${p.takenByLateFeesCents},
      late_fees_counted_cents = loan.fees_cents
    where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}`,
});

/** Stores the counted late fees of a loan that this transaction has locked. */
export async function writeLateFees(
  tx: Transaction,
  { id, organizationId, lateFeesCents, takenByLateFeesCents }: Loan,
): Promise<void> {
  await tx.many(LEDGER_PRINCIPAL, keepLateFees, { loanId: id, organizationId, lateFeesCents, takenByLateFeesCents });
}
