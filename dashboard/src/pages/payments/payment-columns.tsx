import { shortDay } from '../../format/dates';
import { numberOf } from '../../format/display-names';
import { methodName } from '../../format/payment-method-names-and-receipt-sums';
import type { PaymentColumn, PaymentRowFragment } from '../../generated/graphql';
import { DASH, orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { LoanLink } from '../../ui/loan-link';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { PossibleDuplicate } from './possible-duplicate';

const RECORDED: Column<PaymentRowFragment, PaymentColumn> = {
  name: 'Recorded',
  sortBy: 'recorded',
  cell: (payment) => (
    <RowLink to={paymentAddress(payment)}>
      <Instant at={payment.createdAt} />
    </RowLink>
  ),
};
const AMOUNT: Column<PaymentRowFragment, PaymentColumn> = {
  name: 'Amount',
  sortBy: 'amount',
  isNumber: true,
  isFirstWhereNarrow: true,
  cell: ({ amountCents }) => <Money cents={amountCents} />,
};
const STATUS: Column<PaymentRowFragment, PaymentColumn> = {
  name: 'Status',
  sortBy: 'status',
  cell: ({ status, possibleDuplicateOf }) => (
    <>
      <Status kind="payment" status={status} />
      {possibleDuplicateOf && <PossibleDuplicate of={possibleDuplicateOf} />}
    </>
  ),
};
const BORROWER: Column<PaymentRowFragment, PaymentColumn> = {
  name: 'Borrower',
  sortBy: 'borrower',
  cell: ({ account }) => <LoanLink loan={account} />,
};
const LOAN: Column<PaymentRowFragment, PaymentColumn> = {
  name: 'Loan',
  sortBy: 'loan',
  cell: ({ account }) => numberOf(account),
};
const METHOD: Column<PaymentRowFragment, PaymentColumn> = {
  name: 'Method',
  sortBy: 'method',
  cell: ({ paymentMethod }) => methodName(paymentMethod),
};
const APPLIED: Column<PaymentRowFragment, PaymentColumn> = {
  name: 'Effective date',
  sortBy: 'applied',
  cell: ({ effectiveDate }) => orDash(effectiveDate, shortDay),
};
const REFERENCE: Column<PaymentRowFragment, PaymentColumn> = {
  name: 'Reference',
  sortBy: 'reference',
  cell: ({ externalReference, referenceNumber }) => externalReference ?? referenceNumber ?? DASH,
};
const BY: Column<PaymentRowFragment, PaymentColumn> = {
  name: 'Recorded by',
  sortBy: 'recorded_by',
  cell: ({ recordedBy }) => recordedBy,
};

export const PAYMENT_COLUMNS = [RECORDED, AMOUNT, STATUS, BORROWER, LOAN, METHOD, APPLIED, REFERENCE, BY];
export const PAYMENT_COLUMNS_IN_SHORT = [{ ...RECORDED, cell: shortly }, AMOUNT, STATUS, BORROWER];

function shortly(payment: PaymentRowFragment) {
  return (
    <RowLink to={paymentAddress(payment)}>
      <Instant at={payment.createdAt} form="short" />
    </RowLink>
  );
}

export function paymentAddress({ id }: { readonly id: string }): string {
  return `/payments/${id}`;
}
