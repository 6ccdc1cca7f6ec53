import { totalTexts } from '../../format/list-totals';
import { oneOrMore } from '../../format/status-sums';
import { statusChoices, statusesOf, statusText } from '../../format/statuses';
import {
  type DisputeColumn,
  DisputeListDocument,
  type DisputeListQuery,
  DisputeTotalsDocument,
} from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useList } from '../../graph/use-paged-or-whole-list';
import { orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { BORROWER, LOAN } from '../../ui/loan-columns';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';

type Dispute = DisputeListQuery['disputes']['items'][number];

const CHOICES = [
  { id: 'needs_response,inquiry_needs_response', text: 'All that need a response' },
  ...statusChoices('dispute'),
];

const COLUMNS: readonly Column<Dispute, DisputeColumn>[] = [
  BORROWER,
  LOAN,
  {
    name: 'Opened',
    sortBy: 'opened',
    cell: ({ id, openedAt }) => (
      <RowLink to={`/disputes/${id}`}>
        <Instant at={openedAt} />
      </RowLink>
    ),
  },
  { name: 'Status', sortBy: 'status', cell: ({ status }) => <Status kind="dispute" status={status} /> },
  {
    name: 'Amount',
    sortBy: 'amount',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ amountCents }) => <Money cents={amountCents} />,
  },
  { name: 'Funds', sortBy: 'funds', cell: ({ isWithdrawn }) => (isWithdrawn ? 'Withdrawn' : 'Not withdrawn') },
  { name: 'Reason', sortBy: 'reason', cell: ({ reason }) => statusText(reason) },
  {
    name: 'Evidence due',
    sortBy: 'evidence_due',
    cell: ({ evidenceDueBy }) => orDash(evidenceDueBy, (at) => <Instant at={at} />),
  },
  {
    name: 'Closed',
    sortBy: 'closed',
    cell: ({ closedAt }) => orDash(closedAt, (at) => <Instant at={at} form="short" />),
  },
  {
    name: 'At the processor',
    sortBy: 'processor',
    cell: ({ processor, externalId }) => (
      <>
        {statusText(processor)} <code>{externalId}</code>
      </>
    ),
  },
];

export function Disputes() {
  const { search, choice, days, zonedDays, sorted, organizationId } = useFilters('/disputes');
  const { status, from, to } = search;
  const statuses = oneOrMore(statusesOf('dispute'), status);
  const sort = sorted(COLUMNS);
  const filters = { organizationId, statuses, ...zonedDays };
  const variables = { ...filters, sortBy: sort.sortBy, isDescending: sort.isDescending };
  const { data: totals } = useAnswer('dispute-totals', DisputeTotalsDocument, filters, { isLive: true });
  const total = totalTexts(totals?.disputeTotals, 'dispute');
  const list = useList('disputes', DisputeListDocument, variables, ({ disputes }) => disputes, true);
  return (
    <ListPage
      title="Disputes"
      hasViews
      about="Autopay charges that borrowers’ banks dispute, the latest opened first."
      list={list}
      columns={COLUMNS}
      sort={sort.table}
      download={{ name: 'disputes', variables }}
      foot={total && [total.rows, '', '', '', total.sum, '', '', '', '', '']}
      keyOf={({ id }) => id}
      opens={({ id }) => `/disputes/${id}`}
      empty={{
        title: statuses === null && !from && !to ? 'No charge has been disputed' : 'No disputes match these filters',
      }}
      actions={
        <>
          {choice('Status', 'status', CHOICES)}
          {days}
        </>
      }
    />
  );
}
