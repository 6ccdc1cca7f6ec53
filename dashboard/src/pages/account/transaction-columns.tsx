import { day } from '../../format/dates';
import { dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import type { AccountTransactionsQuery } from '../../generated/graphql';
import { orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Money } from '../../ui/money';

type Row = AccountTransactionsQuery['transactions']['items'][number];
type Part = 'principalCents' | 'interestCents' | 'feesCents';

export const TRANSACTION_COLUMNS: readonly Column<Row>[] = [
  { name: 'Day', cell: ({ effectiveAt }) => orDash(effectiveAt, day) },
  { name: 'Type', cell: ({ type }) => statusText(type) },
  { name: 'Status', cell: ({ status }) => orDash(status, statusText) },
  {
    name: 'Amount',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ amountCents }) => <Money cents={amountCents} />,
  },
  { name: 'Principal', isNumber: true, cell: (row) => <PartOf row={row} part="principalCents" /> },
  { name: 'Interest', isNumber: true, cell: (row) => <PartOf row={row} part="interestCents" /> },
  { name: 'Fees', isNumber: true, cell: (row) => <PartOf row={row} part="feesCents" /> },
];

/** A payment's current allocation; the original allocation is shown where it differs. */
function PartOf({ row: { split, presentSplit }, part }: { readonly row: Row; readonly part: Part }) {
  const posted = split?.[part];
  const present = presentSplit?.[part];
  if (present === null || present === undefined || present === posted) return <Money cents={posted} />;
  return (
    <>
      {posted !== null && posted !== undefined && <del className="quiet">{dollars(posted)}</del>}{' '}
      <Money cents={present} />
    </>
  );
}
