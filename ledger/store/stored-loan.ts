import { columns, derived, type RowOf, within } from '../../core/db/columns.js';
import type { Cents } from '../../core/money.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import type { LedgerStatus, Loan } from '../loan.js';
import { BUILT_IN_TERMS, type ProductTerms } from '../rules/product-terms.js';

/** The services have authorized the caller; the ledger limits every statement to the loan's organization. */
export const LEDGER_PRINCIPAL = systemPrincipal('ledger');

export const LOAN = columns('LedgerLoan', 'loan', [
  'id',
  'organizationId',
  'status',
  'originatedOn',
  'firstDueOn',
  'originalPrincipalCents',
  'annualRateBps',
  'annualRateMillionths',
  'termMonths',
  'scheduledPaymentCents',
  'nsfFeeCents',
  'principalCents',
  'interestCents',
  'accrualRemainder',
  'accruedThrough',
  'feesCents',
  'lateFeesCents',
  'takenByLateFeesCents',
  'lateFeesCountedCents',
  'scheduledPaidCents',
  'chargedOffOn',
  'paidOffOn',
  'dayEndThrough',
])
  .as<{ status: LedgerStatus }>()
  .and(
    // Postgres allows null here, as for every list that Prisma declares.
    derived({ lateFeeInstallments: 'int4[]' }),
    `coalesce(loan.late_fee_installments, '{}') as "lateFeeInstallments"`,
  );

/** Terms of the product version that is joined as `product`; a loan without one has none of its columns. */
export const PRODUCT_TERMS = columns('LedgerProductVersion', 'product', [
  'dayCount',
  'applicationOrder',
  'lateFeeCents',
  'lateFeeGraceDays',
  'chargeOffAtDays',
  'toleranceCents',
  'payoffRule',
  'accrueTo',
])
  .as<Pick<ProductTerms, 'dayCount' | 'applicationOrder' | 'payoffRule' | 'accrueTo'>>()
  .orNull();

export const STORED = [LOAN, PRODUCT_TERMS] as const;

/** A stored loan, with the fees for which its late fees were counted. */
export interface CountedLoan extends Loan {
  readonly lateFeesCountedCents: Cents | null;
}
export type StoredLoan = RowOf<typeof LOAN> & RowOf<typeof PRODUCT_TERMS>;

/** The stored loan as one object of a row; null for an account of another loan system. */
export const LOAN_WITHIN = within('loan', STORED);

/** The ledger's loan of account `a`, if it has one there. */
export const LOAN_OF_ACCOUNT = `left join ledger_loan loan on loan.organization_id = a.organization_id and loan.id = a.external_id`;

/** A loan without a product has none of its columns. */
export const OF_PRODUCT = `left join ledger_product_version product on product.organization_id = loan.organization_id
      and product.product_id = loan.product_id and product.version = loan.product_version`;

/** Either all columns of the product are set or none; only the charge-off day may be null by itself. */
export function withTerms<R extends RowOf<typeof PRODUCT_TERMS>>(
  row: R,
): Omit<R, keyof ProductTerms> & { readonly product: ProductTerms } {
  const {
    dayCount,
    applicationOrder,
    lateFeeCents,
    lateFeeGraceDays,
    chargeOffAtDays,
    toleranceCents,
    payoffRule,
    accrueTo,
    ...loan
  } = row;
  if (
    dayCount === null ||
    applicationOrder === null ||
    lateFeeCents === null ||
    lateFeeGraceDays === null ||
    toleranceCents === null ||
    payoffRule === null ||
    accrueTo === null
  ) {
    return { ...loan, product: BUILT_IN_TERMS };
  }
  const fees = { lateFeeCents, lateFeeGraceDays, toleranceCents };
  return { ...loan, product: { dayCount, applicationOrder, ...fees, chargeOffAtDays, payoffRule, accrueTo } };
}
