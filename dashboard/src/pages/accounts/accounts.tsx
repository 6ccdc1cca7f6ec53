import { shortDay } from '../../format/dates';
import { borrowerOf, numberOf, systemName } from '../../format/display-names';
import { FLAG_CHOICES, FLAG_KINDS } from '../../format/flags';
import { totalTexts } from '../../format/list-totals';
import { statusChoices, statusesOf } from '../../format/statuses';
import {
  type AccountColumn,
  AccountListDocument,
  type AccountListQuery,
  AccountTotalsDocument,
} from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useLenders } from '../../lender/lenders';
import { DASH, orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';
import { BookLoanButton } from './book/book-loan';
import { DAYS_PAST_DUE, daysPastDueOf } from './days-past-due';

type Row = AccountListQuery['accounts']['items'][number];

const COLUMNS: readonly Column<Row, AccountColumn>[] = [
  { name: 'Borrower', sortBy: 'borrower', cell: (row) => <RowLink to={addressOf(row)}>{borrowerOf(row)}</RowLink> },
  { name: 'Loan', sortBy: 'loan', cell: numberOf },
  { name: 'Status', sortBy: 'status', cell: ({ statusCode }) => <Status kind="account" status={statusCode} /> },
  {
    name: 'Principal',
    sortBy: 'balance',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ currentBalanceCents }) => <Money cents={currentBalanceCents} />,
  },
  {
    name: 'Past due',
    sortBy: 'past_due',
    isNumber: true,
    cell: ({ pastDueCents }) => (pastDueCents ? <Money cents={pastDueCents} /> : DASH),
  },
  { name: 'Days', sortBy: 'days_past_due', isNumber: true, cell: ({ daysPastDue }) => daysPastDue || DASH },
  { name: 'Next due', sortBy: 'next_due', cell: ({ nextDueOn }) => orDash(nextDueOn, shortDay) },
  {
    name: 'Amount due',
    sortBy: 'amount_due',
    isNumber: true,
    cell: ({ nextDueCents }) => <Money cents={nextDueCents} />,
  },
  { name: 'Lender', sortBy: 'lender', cell: ({ organization }) => organization?.displayName },
  { name: 'System', sortBy: 'loan_system', cell: ({ loanSystemCode }) => systemName(loanSystemCode) },
];

function addressOf({ id }: Row): string {
  return `/accounts/${id}`;
}

export function Accounts() {
  const { search, choice, typed, sorted, organizationId } = useFilters('/accounts');
  const { text, status, days, flag } = search;
  const flags = FLAG_KINDS.filter((each) => each === flag);
  const sort = sorted(COLUMNS);
  const statusCode = statusesOf('account').find((each) => each === status);
  const filters = {
    organizationId,
    ...{ text: text ?? null, statuses: statusCode === undefined ? null : [statusCode] },
    ...daysPastDueOf(days),
    flags: flags.length === 0 ? null : flags,
    isWithoutSandboxes: true,
  };
  const variables = { ...filters, sortBy: sort.sortBy, isDescending: sort.isDescending };
  const { data: totals } = useAnswer('account-totals', AccountTotalsDocument, filters);
  const total = totalTexts(totals?.accountTotals, 'loan');
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
      sort={sort.table}
      download={{ name: 'loans', variables }}
      foot={total && [total.rows, '', '', total.sum, '', '', '', '', '', '']}
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
          {choice('Days past due', 'days', DAYS_PAST_DUE)}
          {choice('Flag', 'flag', FLAG_CHOICES)}
          <BookLoanButton />
        </>
      }
    />
  );
}
