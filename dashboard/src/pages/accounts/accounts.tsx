import { shortDay } from '../../format/dates';
import { borrowerOf, numberOf, systemName } from '../../format/display-names';
import { statusChoices, statusesOf } from '../../format/statuses';
import { AccountListDocument, type AccountListQuery, type AccountSort } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useLenders } from '../../lender/lenders';
import { DASH, orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';

type Row = AccountListQuery['accounts']['items'][number];

const SORTS: readonly { readonly id: AccountSort; readonly text: string }[] = [
  { id: 'newest', text: 'Newest' },
  { id: 'highest_balance', text: 'Highest balance' },
  { id: 'lowest_balance', text: 'Lowest balance' },
  { id: 'next_due', text: 'Next due' },
];

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Borrower', cell: (row) => <RowLink to={addressOf(row)}>{borrowerOf(row)}</RowLink> },
  { name: 'Loan', cell: numberOf },
  { name: 'Status', cell: ({ statusCode }) => <Status kind="account" status={statusCode} /> },
  { name: 'Principal', isNumber: true, cell: ({ currentBalanceCents }) => <Money cents={currentBalanceCents} /> },
  {
    name: 'Past due',
    isNumber: true,
    cell: ({ pastDueCents }) => (pastDueCents ? <Money cents={pastDueCents} /> : DASH),
  },
  { name: 'Days', isNumber: true, cell: ({ daysPastDue }) => daysPastDue || DASH },
  { name: 'Next due', cell: ({ nextDueOn }) => orDash(nextDueOn, shortDay) },
  { name: 'Amount due', isNumber: true, cell: ({ nextDueCents }) => <Money cents={nextDueCents} /> },
  { name: 'Lender', cell: ({ organization }) => organization?.displayName },
  { name: 'System', cell: ({ loanSystemCode }) => systemName(loanSystemCode) },
];

function addressOf({ id }: Row): string {
  return `/accounts/${id}`;
}

export function Accounts() {
  const { search, choice, typed, organizationId } = useFilters('/accounts');
  const { text, status, sort } = search;
  const statusCode = statusesOf('account').find((each) => each === status);
  const variables = {
    organizationId,
    ...{ text: text ?? null, statuses: statusCode === undefined ? null : [statusCode] },
    isWithoutSandboxes: true,
    sort: SORTS.find(({ id }) => id === sort)?.id ?? null,
  };
  const hasSandboxes = useLenders().lenders.some(({ isSandbox }) => isSandbox);
  const list = useList('accounts', AccountListDocument, variables, ({ accounts }) => accounts);
  return (
    <ListPage
      title="Loans"
      about={
        organizationId === null && hasSandboxes && 'Sandbox organizations are listed only when one of them is chosen.'
      }
      hasViews
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      opens={addressOf}
      empty={{
        title: 'No loans match these filters',
        text: 'The search covers names, contract numbers and account numbers. It ignores case and accents.',
      }}
      actions={
        <>
          {typed('Borrower or loan number', 'text')}
          {choice('Status', 'status', statusChoices('account'))}
          {choice('Order', 'sort', SORTS)}
        </>
      }
    />
  );
}
