import type { StoredLoan } from '../../ledger/store/stored-loan.js';

/** Columns that the ledger's rules need; `id` and `organizationId` come from the account. */
const LOAN: Readonly<Record<Exclude<keyof StoredLoan, 'id' | 'organizationId'>, string>> = {
  status: 'loan.status',
  originatedOn: 'loan.originated_on',
  firstDueOn: 'loan.first_due_on',
  originalPrincipalCents: 'loan.original_principal_cents',
  annualRateBps: 'loan.annual_rate_bps',
  annualRateMillionths: 'loan.annual_rate_millionths',
  termMonths: 'loan.term_months',
  scheduledPaymentCents: 'loan.scheduled_payment_cents',
  nsfFeeCents: 'loan.nsf_fee_cents',
  principalCents: 'loan.principal_cents',
  interestCents: 'loan.interest_cents',
  accrualRemainder: 'loan.accrual_remainder',
  accruedThrough: 'loan.accrued_through',
  feesCents: 'loan.fees_cents',
  lateFeesCents: 'loan.late_fees_cents',
  takenByLateFeesCents: 'loan.taken_by_late_fees_cents',
  lateFeesCountedCents: 'loan.late_fees_counted_cents',
  scheduledPaidCents: 'loan.scheduled_paid_cents',
  chargedOffOn: 'loan.charged_off_on',
  paidOffOn: 'loan.paid_off_on',
  dayEndThrough: 'loan.day_end_through',
  lateFeeInstallments: `coalesce(loan.late_fee_installments, '{}')`,
  dayCount: 'product.day_count',
  applicationOrder: 'product.application_order',
  lateFeeCents: 'product.late_fee_cents',
  lateFeeGraceDays: 'product.late_fee_grace_days',
  chargeOffAtDays: 'product.charge_off_at_days',
  toleranceCents: 'product.tolerance_cents',
  payoffRule: 'product.payoff_rule',
  accrueTo: 'product.accrue_to',
};

export const LOAN_COLUMNS = Object.entries(LOAN)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(', ');

/** Its names differ from those of the account's columns, which have underscores. */
export type LoanColumns = Omit<StoredLoan, 'id' | 'organizationId'>;

/** Joins the loan of account `a`, and its product. */
export const OF_ACCOUNT = `
    join ledger_loan loan on loan.organization_id = a.organization_id and loan.id = a.external_id
    left join ledger_product_version product on product.organization_id = loan.organization_id
      and product.product_id = loan.product_id and product.version = loan.product_version`;
