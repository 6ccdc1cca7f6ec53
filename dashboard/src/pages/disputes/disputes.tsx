import { oneOrMore } from '../../format/status-sums';
import { statusChoices, statusesOf, statusText } from '../../format/statuses';
import { DisputeListDocument, type DisputeListQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { BORROWER, LOAN } from '../../ui/loan-columns';
import { Money } from '../../ui/money';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';

type Dispute = DisputeListQuery['disputes']['items'][number];

const CHOICES = [{ id: 'needs_response,inquiry_needs_response', text: 'Needs an answer' }, ...statusChoices('dispute')];

const COLUMNS: readonly Column<Dispute>[] = [
  BORROWER,
  LOAN,
  { name: 'Opened', cell: ({ openedAt }) => <Instant at={openedAt} /> },
  { name: 'Status', cell: ({ status }) => <Status kind="dispute" status={status} /> },
  { name: 'Amount', isNumber: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
  { name: 'Funds', cell: ({ isWithdrawn }) => (isWithdrawn ? 'Withdrawn' : 'Not withdrawn') },
  { name: 'Reason', cell: ({ reason }) => statusText(reason) },
  { name: 'Evidence due', cell: ({ evidenceDueBy }) => orDash(evidenceDueBy, (at) => <Instant at={at} />) },
  { name: 'Closed', cell: ({ closedAt }) => orDash(closedAt, (at) => <Instant at={at} form="short" />) },
  {
    name: 'At the processor',
    cell: ({ processor, externalId }) => (
      <>
        {statusText(processor)} <code>{externalId}</code>
      </>
    ),
  },
];

export function Disputes() {
  const { search, choice, days, zonedDays, organizationId } = useFilters('/disputes');
  const { status, from, to } = search;
  const statuses = oneOrMore(statusesOf('dispute'), status);
  const variables = { organizationId, statuses, ...zonedDays };
  const list = useList('disputes', DisputeListDocument, variables, ({ disputes }) => disputes, true);
  return (
    <ListPage
      title="Disputes"
      hasViews
      about="Autopay charges that borrowers’ banks dispute, the latest opened first."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
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
