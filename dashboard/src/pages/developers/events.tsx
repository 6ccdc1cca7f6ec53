import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { instant } from '../../format/dates';
import { statusText } from '../../format/statuses';
import { EventListDocument, type EventListQuery } from '../../generated/graphql';
import { REFRESH_MS } from '../../graph/refresh-interval';
import { request } from '../../graph/request';
import { usePaged } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { ChoiceFilter } from '../../ui/choice-filter';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { RowLink } from '../../ui/row-link';
import { SearchField } from '../../ui/search-field';
import { PossibleDuplicate } from '../payments/possible-duplicate';

type Event = EventListQuery['events']['items'][number];

const FAMILIES = [
  'payment',
  'autopay_run',
  'autopay_schedule',
  'account',
  'payment_method',
  'loan_system',
  'webhook_endpoint',
];
const CHOICES = FAMILIES.map((family) => ({ id: `${family}.*`, text: statusText(family) }));

const COLUMNS: readonly Column<Event>[] = [
  { name: 'When', cell: ({ createdAt }) => instant(createdAt) },
  { name: 'Type', cell: ({ type }) => <code>{type}</code> },
  { name: 'Object', cell: (event) => objectOf(event) },
  { name: 'Sequence', isNumber: true, cell: ({ sequence }) => sequence },
  {
    name: 'Status',
    cell: ({ status, previousStatus }) =>
      status ? (
        [previousStatus, status]
          .filter(Boolean)
          .map((each) => statusText(each ?? ''))
          .join(' → ')
      ) : (
        <span className="quiet">–</span>
      ),
  },
  { name: 'Reason', cell: (event) => whyOf(event) },
  { name: 'By', cell: ({ actor }) => actor },
];

/** The events sent to integrations, in the order in which the API returns them. */
export function Events() {
  const { type, object } = useSearch({ from: '/developers/events' });
  const organizationId = useLender();
  const navigate = useNavigate({ from: '/developers/events' });
  const change = (changed: { type?: string; object?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const variables = { organizationId, type: type ?? null, objectId: object ?? null };
  const list = usePaged({
    key: ['events', variables],
    read: async (cursor, signal) => (await request(EventListDocument, { ...variables, cursor }, signal)).events,
    refreshMs: REFRESH_MS,
  });
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
          <SearchField label="Object id" text={object ?? ''} onChange={(id) => change({ object: id.trim() })} />
          <ChoiceFilter label="About" choices={CHOICES} chosen={type ?? ''} onChoose={(id) => change({ type: id })} />
        </>
      }
    />
  );
}

function whyOf({ code, possibleDuplicateOf }: Event): ReactNode {
  if (code) return statusText(code);
  return possibleDuplicateOf ? <PossibleDuplicate of={possibleDuplicateOf} /> : <span className="quiet">–</span>;
}

function objectOf({ objectType, objectId }: Event): ReactNode {
  if (objectType === 'payment') {
    return (
      <RowLink to={`/payments/${objectId}`}>
        <code>{objectId}</code>
      </RowLink>
    );
  }
  if (objectType === 'account') {
    return (
      <RowLink to={`/accounts/${objectId}`}>
        <code>{objectId}</code>
      </RowLink>
    );
  }
  return <code>{objectId}</code>;
}
