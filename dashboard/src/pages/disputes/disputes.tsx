import { useNavigate, useSearch } from '@tanstack/react-router';
import { instant, shortInstant } from '../../format/dates';
import { numberOf } from '../../format/display-names';
import { oneOrMore } from '../../format/status-sums';
import { shownStatus, statusText } from '../../format/statuses';
import { DisputeListDocument, type DisputeListQuery, type DisputeStatus } from '../../generated/graphql';
import { REFRESH_MS } from '../../graph/refresh-interval';
import { request } from '../../graph/request';
import { usePaged } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { ChoiceFilter } from '../../ui/choice-filter';
import type { Column } from '../../ui/data-table';
import { DayFilter } from '../../ui/day-range-filter';
import { ListPage } from '../../ui/list-page';
import { LoanLink } from '../../ui/loan-link';
import { Money } from '../../ui/money';
import { Status } from '../../ui/status';

type Dispute = DisputeListQuery['disputes']['items'][number];

const STATUSES: readonly DisputeStatus[] = [
  'needs_response',
  'inquiry_needs_response',
  'under_review',
  'inquiry_under_review',
  'inquiry_closed',
  'won',
  'lost',
];
const CHOICES = [
  { id: 'needs_response,inquiry_needs_response', text: 'Needs an answer' },
  ...STATUSES.map((id) => ({ id, text: shownStatus('dispute', id).text })),
];

const COLUMNS: readonly Column<Dispute>[] = [
  { name: 'Borrower', cell: ({ account }) => <LoanLink loan={account} /> },
  { name: 'Loan', cell: ({ account }) => numberOf(account) },
  { name: 'Opened', cell: ({ openedAt }) => <span title={instant(openedAt)}>{shortInstant(openedAt)}</span> },
  { name: 'Status', cell: ({ status }) => <Status kind="dispute" status={status} /> },
  { name: 'Amount', isNumber: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
  { name: 'Funds', cell: ({ isWithdrawn }) => (isWithdrawn ? 'Withdrawn' : 'Not withdrawn') },
  { name: 'Reason', cell: ({ reason }) => statusText(reason) },
  {
    name: 'Evidence due',
    cell: ({ evidenceDueBy }) => (evidenceDueBy ? instant(evidenceDueBy) : <span className="quiet">–</span>),
  },
  {
    name: 'Closed',
    cell: ({ closedAt }) => (closedAt ? shortInstant(closedAt) : <span className="quiet">–</span>),
  },
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
  const { status, from, to } = useSearch({ from: '/disputes' });
  const navigate = useNavigate({ from: '/disputes' });
  const change = (changed: { status?: string; from?: string; to?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const statuses = oneOrMore(STATUSES, status);
  const variables = { organizationId: useLender(), statuses, from: from ?? null, to: to ?? null };
  const list = usePaged({
    key: ['disputes', variables],
    read: async (cursor, signal) => (await request(DisputeListDocument, { ...variables, cursor }, signal)).disputes,
    refreshMs: REFRESH_MS,
  });
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
          <ChoiceFilter
            label="Status"
            choices={CHOICES}
            chosen={status ?? ''}
            onChoose={(id) => change({ status: id })}
          />
          <DayFilter from={from ?? ''} to={to ?? ''} onChange={change} />
        </>
      }
    />
  );
}
