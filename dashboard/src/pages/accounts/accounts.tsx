import { useNavigate, useSearch } from '@tanstack/react-router';
import { shortDay } from '../../format/dates';
import { borrowerOf, numberOf, systemName } from '../../format/display-names';
import { shownStatus } from '../../format/statuses';
import {
  AccountListDocument,
  type AccountListQuery,
  type AccountSort,
  type AccountStatusCode,
} from '../../generated/graphql';
import { request } from '../../graph/request';
import { usePaged } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { ChoiceFilter } from '../../ui/choice-filter';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { SearchField } from '../../ui/search-field';
import { Status } from '../../ui/status';

type Row = AccountListQuery['accounts']['items'][number];

const STATUSES: readonly AccountStatusCode[] = [
  'active',
  'delinquent',
  'charged_off',
  'pending',
  'paid_in_full',
  'closed',
  'unknown',
];
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
    cell: ({ pastDueCents }) => (pastDueCents ? <Money cents={pastDueCents} /> : <span className="quiet">–</span>),
  },
  {
    name: 'Days',
    isNumber: true,
    cell: ({ daysPastDue }) => daysPastDue || <span className="quiet">–</span>,
  },
  { name: 'Next due', cell: ({ nextDueOn }) => (nextDueOn ? shortDay(nextDueOn) : <span className="quiet">–</span>) },
  { name: 'Amount due', isNumber: true, cell: ({ nextDueCents }) => <Money cents={nextDueCents} /> },
  { name: 'Lender', cell: ({ organization }) => organization?.displayName },
  { name: 'System', cell: ({ loanSystemCode }) => systemName(loanSystemCode) },
];

function addressOf({ id }: Row): string {
  return `/accounts/${id}`;
}

export function Accounts() {
  const { text, status, sort } = useSearch({ from: '/accounts' });
  const navigate = useNavigate({ from: '/accounts' });
  const change = (changed: { text?: string; status?: string; sort?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const organizationId = useLender();
  const statusCode = STATUSES.find((each) => each === status);
  const variables = {
    organizationId,
    ...{ text: text ?? null, statuses: statusCode === undefined ? null : [statusCode] },
    sort: SORTS.find(({ id }) => id === sort)?.id ?? null,
  };
  const list = usePaged({
    key: ['accounts', variables],
    read: async (cursor, signal) => (await request(AccountListDocument, { ...variables, cursor }, signal)).accounts,
  });
  return (
    <ListPage
      title="Loans"
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
          <SearchField
            label="Borrower or loan number"
            text={text ?? ''}
            onChange={(typed) => change({ text: typed })}
          />
          <ChoiceFilter
            label="Status"
            choices={STATUSES.map((id) => ({ id, text: shownStatus('account', id).text }))}
            chosen={status ?? ''}
            onChoose={(id) => change({ status: id })}
          />
          <ChoiceFilter label="Order" choices={SORTS} chosen={sort ?? ''} onChoose={(id) => change({ sort: id })} />
        </>
      }
    />
  );
}
