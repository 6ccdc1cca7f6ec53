import { agentOf, nextAction, promiseOf, QUEUE_VIEW_CHOICES, QUEUE_VIEWS } from '../../format/collections';
import { borrowerOf, numberOf } from '../../format/display-names';
import { totalTexts } from '../../format/list-totals';
import { noteKind } from '../../format/notes';
import {
  type CollectionColumn,
  CollectionListDocument,
  type CollectionListQuery,
  CollectionTotalsDocument,
} from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
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
import { SharedViews } from './shared-views';

type Row = CollectionListQuery['collectionQueue']['items'][number];

const COLUMNS: readonly Column<Row, CollectionColumn>[] = [
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
  {
    name: 'Next action',
    sortBy: 'follow_up',
    cell: ({ collection }) => (collection && nextAction(collection)) || DASH,
  },
  { name: 'Promise', cell: ({ collection }) => (collection && promiseOf(collection)) || DASH },
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
  const filters = { organizationId, view, ...daysPastDueOf(search.days) };
  const variables = { ...filters, sortBy: sort.sortBy, isDescending: sort.isDescending };
  const { data: totals } = useAnswer('collection-totals', CollectionTotalsDocument, filters);
  const total = totalTexts(totals?.collectionQueueTotals, 'loan');
  const list = useList(
    'collections',
    CollectionListDocument,
    variables,
    ({ collectionQueue }) => collectionQueue,
    true,
  );
  return (
    <ListPage
      title="Collections"
      about="Open loans that are past due, without those whose flags stop collection contact."
      hasViews
      list={list}
      columns={COLUMNS}
      sort={sort.table}
      download={{ name: 'collections', variables }}
      foot={total && [total.rows, '', '', total.sum, '', '', '', '', '']}
      keyOf={({ id }) => id}
      opens={addressOf}
      empty={{ title: 'No loans match these filters', text: 'A loan leaves the queue once nothing is past due.' }}
      actions={
        <>
          <SharedViews />
          {choice('Show', 'view', QUEUE_VIEW_CHOICES, view)}
          {choice('Days past due', 'days', DAYS_PAST_DUE)}
          <NextLoanButton />
        </>
      }
    />
  );
}
