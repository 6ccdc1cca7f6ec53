import { columns, columnsAs, derived, type RowOf } from '../../core/db/columns.js';
import { statement } from '../../core/db/statement.js';
import { PRODUCT_TERMS } from '../store/stored-loan.js';
import { BOARDING_KEY } from './boarding.store.js';
import { STAGED_LOAN_FIELDS } from './staging.store.js';

const STAGED = columns('LedgerBoardingLoan', 'loan', STAGED_LOAN_FIELDS);
const PRODUCT = columnsAs('LedgerProductVersion', 'product', {
  productId: 'productId',
  productVersion: 'version',
}).orNull();
/** The value to write, and the value from the file. */
const FEE = derived({ nsfFeeCents: 'LedgerLoan.nsfFeeCents', saidNsfFeeCents: 'LedgerBoardingLoan.nsfFeeCents' });
const HISTORY = derived({ transactions: 'int8', amountCents: 'int8' });

export type StagedLoanRow = RowOf<typeof STAGED> &
  RowOf<typeof PRODUCT> &
  RowOf<typeof PRODUCT_TERMS> &
  RowOf<typeof FEE> &
  RowOf<typeof HISTORY>;

/** Loans that are written together: a range of numbers, so that their staged rows are adjacent. */
export const BATCH = {
  ...BOARDING_KEY,
  firstNumber: 'text',
  lastNumber: 'text',
} as const;

/**
 * The next loans of a file by number, with the terms of the product versions fixed for the boarding: all staged loans
 * between the first and the last.
 */
export const nextStaged = statement({
  name: 'ledger_boarding.next_staged',
  takes: { ...BOARDING_KEY, limit: 'int8' },
  gives: [STAGED, PRODUCT, PRODUCT_TERMS, FEE, HISTORY],
  text: ({ p, scope }) => `
    select ${STAGED}, ${PRODUCT}, ${PRODUCT_TERMS}, coalesce(loan.nsf_fee_cents, product.nsf_fee_cents, 0) as "nsfFeeCents",
      loan.nsf_fee_cents as "saidNsfFeeCents", history.transactions, history."amountCents"
    from (select * from ledger_boarding_loan staged
      where staged.organization_id = ${p.organizationId} and staged.boarding_id = ${p.id} and ${scope('staged.organization_id')}
      order by staged.loan_number limit ${p.limit}) loan
    join ledger_boarding boarding on boarding.organization_id = ${p.organizationId} and boarding.id = loan.boarding_id
    left join ledger_product sold on sold.organization_id = ${p.organizationId} and sold.code = loan.product_code
    left join ledger_product_version product on product.organization_id = ${p.organizationId} and product.product_id = sold.id
      and product.version = coalesce((boarding.products->>sold.code)::int, sold.current_version)
    cross join lateral (select count(*) as transactions, coalesce(sum(abs(row.amount_cents)), 0)::bigint as "amountCents"
      from ledger_boarding_transaction row where row.organization_id = ${p.organizationId}
        and row.boarding_id = loan.boarding_id and row.loan_number = loan.loan_number) history
    order by loan.loan_number`,
});

/** The product versions for the file's loans, fixed regardless of later product changes while the file is written. */
export const fixProducts = statement({
  name: 'ledger_boarding.fix_products',
  takes: BOARDING_KEY,
  text: ({ p, scope }) => `
    update ledger_boarding boarding set products = (
      select coalesce(jsonb_object_agg(sold.code, sold.current_version), '{}')
      from ledger_product sold
      where sold.organization_id = ${p.organizationId} and sold.code in (
        select loan.product_code from ledger_boarding_loan loan
        where loan.organization_id = ${p.organizationId} and loan.boarding_id = ${p.id}))
    where boarding.organization_id = ${p.organizationId} and boarding.id = ${p.id} and ${scope('boarding.organization_id')}`,
});
