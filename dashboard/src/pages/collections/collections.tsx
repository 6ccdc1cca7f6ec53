import { agentOf, nextAction, QUEUE_VIEW_CHOICES, QUEUE_VIEWS } from '../../format/collections';
import { borrowerOf, numberOf } from '../../format/display-names';
import { noteKind } from '../../format/notes';
import { type AccountColumn, CollectionListDocument, type CollectionListQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { useFilters } from '../../ui/use-filters';
import { DAYS_PAST_DUE, daysPastDueOf } from '../accounts/days-past-due';
import { NextLoanButton } from './next-loan';

type Row = CollectionListQuery['accounts']['items'][number];

const COLUMNS: readonly Column<Row, AccountColumn>[] = [
  { name: 'Borrower', sortBy: 'borrower', cell: (row) => <RowLink to={addressOf(row)}>{borrowerOf(row)}</RowLink> },
  { name: 'Loan', sortBy: 'loan', cell: numberOf },
  { name: 'Days', sortBy: 'days_past_due', isNumber: true, cell: ({ daysPastDue }) => daysPastDue || DASH },
  {
    name: 'Past due',
    sortBy: 'past_due',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ pastDueCents }) => <Money cents={pastDueCents} />,
  },
  { name: 'Last contact', sortBy: 'last_contact', cell: ({ collection }) => lastContact(collection) },
  { name: 'Next action', cell: ({ collection }) => (collection && nextAction(collection)) || DASH },
  { name: 'Agent', cell: ({ collection }) => (collection && agentOf(collection)) || DASH },
  { name: 'Lender', sortBy: 'lender', cell: ({ organization }) => organization?.displayName },
];

function addressOf({ id }: Row): string {
  return `/accounts/${id}`;
}

function lastContact(collection: Row['collection']) {
  if (!collection?.lastContactAt) return DASH;
  return (
    <>
      {collection.lastContactKind && noteKind(collection.lastContactKind)} · <Instant at={collection.lastContactAt} />
    </>
  );
}

/** Loans that are past due and may be collected, the longest past due first. */
export function Collections() {
  const { search, choice, sorted, organizationId } = useFilters('/collections');
  const sort = sorted(COLUMNS);
  const view = QUEUE_VIEWS.find((each) => each === search.view) ?? 'all';
  const variables = {
    ...{ organizationId, collectionQueue: view, isWithoutSandboxes: true },
    ...daysPastDueOf(search.days),
    sortBy: sort.sortBy ?? ('days_past_due' as const),
    isDescending: sort.sortBy === null ? true : sort.isDescending,
  };
  const list = useList('collections', CollectionListDocument, variables, ({ accounts }) => accounts, true);
  return (
    <ListPage
      title="Collections"
      about="Open loans that are past due, without those whose flags stop collection contact."
      hasViews
      list={list}
      columns={COLUMNS}
      sort={sort.table}
      download={{ name: 'loans', variables }}
      keyOf={({ id }) => id}
      opens={addressOf}
      empty={{ title: 'No loans match these filters', text: 'A loan leaves the queue once nothing is past due.' }}
      actions={
        <>
          {choice('Show', 'view', QUEUE_VIEW_CHOICES, view)}
          {choice('Days past due', 'days', DAYS_PAST_DUE)}
          <NextLoanButton />
        </>
      }
    />
  );
}
