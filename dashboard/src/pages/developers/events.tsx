import type { ReactNode } from 'react';
import { EVENT_OBJECT_CHOICES } from '../../format/event-types';
import { statusText } from '../../format/statuses';
import { EventListDocument, type EventListQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { RowLink } from '../../ui/row-link';
import { SearchField } from '../../ui/search-field';
import { useFilters } from '../../ui/use-filters';
import { PossibleDuplicate } from '../payments/possible-duplicate';

type Event = EventListQuery['events']['items'][number];

const COLUMNS: readonly Column<Event>[] = [
  { name: 'When', cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { name: 'Type', cell: ({ type }) => <code>{type}</code> },
  { name: 'Object', cell: (event) => objectOf(event) },
  { name: 'Sequence', isNumber: true, cell: ({ sequence }) => sequence },
  {
    name: 'Status',
    cell: ({ status, previousStatus }) =>
      status
        ? [previousStatus, status]
            .filter(Boolean)
            .map((each) => statusText(each ?? ''))
            .join(' → ')
        : DASH,
  },
  { name: 'Reason', cell: (event) => whyOf(event) },
  { name: 'By', cell: ({ actor }) => actor },
];

/** The events sent to integrations, in the order in which the API returns them. */
export function Events() {
  const { search, change, choice, organizationId } = useFilters('/developers/events');
  const { type, object } = search;
  const variables = { organizationId, type: type ?? null, objectId: object ?? null };
  const list = useList('events', EventListDocument, variables, ({ events }) => events, true);
  return (
    <ListPage
      title="Events"
      hasViews
      about="Events for integrations, oldest first. Kept for 30 days."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={{
        title: 'No events match these filters',
        text: 'Events are written when payments, autopay and loans change.',
      }}
      actions={
        <>
          <SearchField label="Object ID" text={object ?? ''} onChange={(id) => change({ object: id.trim() })} />
          {choice('Object', 'type', EVENT_OBJECT_CHOICES)}
        </>
      }
    />
  );
}

function whyOf({ code, possibleDuplicateOf }: Event): ReactNode {
  if (code) return statusText(code);
  return possibleDuplicateOf ? <PossibleDuplicate of={possibleDuplicateOf} /> : DASH;
}

function objectOf({ objectType, objectId }: Event): ReactNode {
  const id = <code>{objectId}</code>;
  const isOpened = objectType === 'payment' || objectType === 'account';
  return isOpened ? <RowLink to={`/${objectType}s/${objectId}`}>{id}</RowLink> : id;
}
