import { instrumentName, numberOf } from '../../format/display-names';
import { statusText } from '../../format/statuses';
import { type Column, DataTable } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { Mark } from '../../ui/mark';
import { Money } from '../../ui/money';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { type LoanOfBorrower, newestOf, type OfLoan, whyOfAny } from './loan-of-borrower';

type Charge = OfLoan<NonNullable<LoanOfBorrower['autopayRuns']>[number]>;

/** Most charges that are shown; the page of autopay lists all. */
const SHOWN = 20;

const COLUMNS: readonly Column<Charge>[] = [
  {
    name: 'Started',
    cell: (charge) => (
      <RowLink to={addressOf(charge)}>
        <Instant at={charge.item.createdAt} />
      </RowLink>
    ),
  },
  { name: 'Loan', cell: ({ loan }) => numberOf(loan) },
  {
    name: 'Amount',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ item }) => <Money cents={item.amountCents} />,
  },
  {
    name: 'Status',
    cell: ({ item: { status, failureCode } }) => (
      <>
        <Status kind="run" status={status} />
        {failureCode && ` (${statusText(failureCode).toLowerCase()})`}
      </>
    ),
  },
  {
    name: 'Method',
    cell: ({ item: { isOneTime, schedule } }) => (
      <>
        {isOneTime && <Mark tone="plain">One-time charge</Mark>}{' '}
        {schedule.paymentMethod && instrumentName(schedule.paymentMethod)}
      </>
    ),
  },
];

/** The latest charges of stored payment methods on all loans of a person, by autopay or once. */
export function ChargesOfBorrower({ loans }: { readonly loans: readonly LoanOfBorrower[] }) {
  const charges = newestOf(loans, (loan) => loan.autopayRuns).slice(0, SHOWN);
  const problem = whyOfAny(loans, 'autopayRuns');
  return (
    <Card title="Autopay charges">
      {problem && <NotRead what="Some of the charges" problem={problem} />}
      {!problem && charges.length === 0 && <p className="quiet">No stored method was charged.</p>}
      {charges.length > 0 && (
        <DataTable
          label="Autopay charges"
          columns={COLUMNS}
          rows={charges}
          keyOf={({ item }) => item.id}
          opens={addressOf}
        />
      )}
    </Card>
  );
}

function addressOf({ item }: Charge): string {
  return `/autopay/runs/${item.id}`;
}
