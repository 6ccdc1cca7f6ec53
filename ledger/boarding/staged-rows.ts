import { newId } from '../../core/ids/ids.js';
import { withNormalizedSigns } from '../../loan-model/projection/normalize-signs.js';
import type { LoanCells, TransactionCells } from './read-row.js';
import { scheduledPaidCents } from './scheduled-paid.js';
import type { STAGED_LOANS, STAGED_TRANSACTIONS } from './staging.store.js';

export type StagedLoan = NonNullable<(typeof STAGED_LOANS)['__rows']>;
export type StagedTransaction = NonNullable<(typeof STAGED_TRANSACTIONS)['__rows']>;

export function stagedLoan(boardingId: string, line: number, loan: LoanCells): StagedLoan {
  return [
    boardingId,
    loan.loan_number,
    line,
    newId(),
    newId(),
    loan.co_borrower_name === null ? null : newId(),
    loan.address_line1 === null ? null : newId(),
    loan.product_code,
    loan.contract_number,
    loan.borrower_name,
    loan.borrower_email,
    loan.borrower_phone,
    loan.address_line1,
    loan.address_line2,
    loan.city,
    loan.state,
    loan.postal_code,
    loan.country,
    loan.co_borrower_name,
    loan.co_borrower_email,
    loan.co_borrower_phone,
    loan.originated_on,
    loan.first_due_on,
    loan.original_principal_cents,
    loan.annual_rate.annualRateBps,
    loan.annual_rate.annualRateMillionths ?? null,
    loan.term_months,
    loan.scheduled_payment_cents,
    loan.as_of,
    loan.status,
    loan.principal_cents,
    loan.interest_cents,
    loan.fees_cents,
    scheduledPaidCents(loan),
    loan.charged_off_on,
    loan.paid_off_on,
    loan.nsf_fee_cents,
  ];
}

export function stagedTransaction(boardingId: string, line: number, cells: TransactionCells): StagedTransaction {
  const { amountCents, principalCents, interestCents, feesCents } = withNormalizedSigns({
    type: cells.type,
    amountCents: cells.amount_cents,
    principalCents: cells.principal_cents,
    interestCents: cells.interest_cents,
    feesCents: cells.fees_cents,
    ...UNSIGNED,
  });
  return [
    boardingId,
    cells.loan_number,
    line,
    newId(),
    cells.type,
    amountCents,
    cells.effective_on,
    cells.transaction_status ?? 'posted',
    cells.external_id,
    cells.payment_method,
    cells.reason,
    principalCents,
    interestCents,
    feesCents,
  ];
}

/** Fields that have no sign; placeholders here. */
const UNSIGNED = {
  externalId: '',
  effectiveAt: null,
  status: null,
  originalExternalId: null,
  paymentMethod: null,
  reason: null,
  endingBalanceCents: null,
} as const;
