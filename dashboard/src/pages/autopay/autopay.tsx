import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { day, shortDay } from '../../format/dates';
import { instrumentName, numberOf } from '../../format/display-names';
import { oneOrMore, statusSum } from '../../format/status-sums';
import { shownStatus, statusText } from '../../format/statuses';
import { type AutopayRunStatus, RunListDocument, type RunListQuery, RunSumsDocument } from '../../generated/graphql';
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

type Run = RunListQuery['autopayRuns']['items'][number];

const STATUSES: readonly AutopayRunStatus[] = [
  'retrying',
  'held',
  'failed',
  'missed',
  'charging',
  'charged',
  'posting',
  'posted',
  'reversed',
  'refunding',
  'refunded',
];
const CHOICES = [
  { id: 'retrying,held,failed,missed', text: 'Went wrong' },
  ...STATUSES.map((id) => ({ id, text: shownStatus('run', id).text })),
];

const COLUMNS: readonly Column<Run>[] = [
  { name: 'Borrower', cell: ({ account }) => <LoanLink loan={account} /> },
  { name: 'Loan', cell: ({ account }) => numberOf(account) },
  { name: 'Due', cell: ({ dueOn }) => day(dueOn) },
  { name: 'Status', cell: ({ status }) => <Status kind="run" status={status} /> },
  {
    name: 'Reason',
    cell: ({ failureCode }) => (failureCode ? statusText(failureCode) : <span className="quiet">–</span>),
  },
  {
    name: 'Next attempt',
    cell: ({ nextTryOn }) => (nextTryOn ? shortDay(nextTryOn) : <span className="quiet">–</span>),
  },
  { name: 'Attempts', isNumber: true, cell: ({ attemptCount }) => attemptCount },
  { name: 'Amount', isNumber: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
  {
    name: 'Payment method',
    cell: ({ schedule: { paymentMethod } }) => (paymentMethod ? instrumentName(paymentMethod) : '–'),
  },
];

export function Autopay() {
  const { status, from, to } = useSearch({ from: '/autopay' });
  const navigate = useNavigate({ from: '/autopay' });
  const change = (changed: { status?: string; from?: string; to?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const organizationId = useLender();
  const range = { organizationId, from: from ?? null, to: to ?? null };
  const statuses = oneOrMore(STATUSES, status);
  const variables = { ...range, statuses };
  const list = usePaged({
    key: ['runs', variables],
    read: async (cursor, signal) => (await request(RunListDocument, { ...variables, cursor }, signal)).autopayRuns,
    refreshMs: REFRESH_MS,
  });
  const { data: sums } = useQuery({
    queryKey: ['run-sums', range],
    queryFn: ({ signal }) => request(RunSumsDocument, range, signal),
    refetchInterval: REFRESH_MS,
  });
  const total = statusSum(
    sums?.autopayRunCounts.map(({ runs, ...row }) => ({ ...row, rows: runs })),
    statuses,
  );
  return (
    <ListPage
      title="Autopay"
      hasViews
      about="Runs of all schedules, latest first."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      opens={({ account }) => `/accounts/${account?.id ?? ''}`}
      foot={total && [`${total.count} ${total.rows === 1 ? 'run' : 'runs'}`, '', '', '', '', '', '', total.sum, '']}
      empty={{ title: 'No runs match these filters' }}
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
