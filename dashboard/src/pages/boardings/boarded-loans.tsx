import { count, plural } from '../../format/money';
import { BoardedLoansDocument, type BoardedLoansQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import type { Column } from '../../ui/data-table';
import { BORROWER, LOAN } from '../../ui/loan-columns';
import { Money } from '../../ui/money';
import { Card } from '../../ui/page';
import { Rows } from '../../ui/rows';
import { type Boarding, isRunning } from './shown-boarding';

type Loan = BoardedLoansQuery['ledgerBoardingLoans']['items'][number];

const COLUMNS: readonly Column<Loan>[] = [
  BORROWER,
  LOAN,
  {
    name: 'Principal at the cut-over',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ principalCents }) => <Money cents={principalCents} />,
  },
  { name: 'Interest', isNumber: true, cell: ({ interestCents }) => <Money cents={interestCents} /> },
  { name: 'Fees', isNumber: true, cell: ({ feesCents }) => <Money cents={feesCents} /> },
  { name: 'Rows of history', isNumber: true, cell: ({ transactions }) => count(transactions) },
];

/** The loans that were boarded from the file; those that were boarded before are not among them. */
export function BoardedLoans({ boarding }: { readonly boarding: Boarding }) {
  const { id, status, loansWritten } = boarding;
  const list = useList(
    // By status: the last step may write loans too.
    `boarded-loans ${status}`,
    BoardedLoansDocument,
    { id },
    ({ ledgerBoardingLoans }) => ledgerBoardingLoans,
    isRunning(boarding),
  );
  return (
    <Card title="Boarded loans">
      <Rows
        label="Boarded loans"
        list={list}
        columns={COLUMNS}
        keyOf={({ accountId }) => accountId}
        opens={({ accountId }) => `/accounts/${accountId}`}
        foot={[plural(loansWritten, 'loan'), '', '', '', '', '']}
        empty={{ title: 'No loan has been boarded' }}
      />
    </Card>
  );
}
