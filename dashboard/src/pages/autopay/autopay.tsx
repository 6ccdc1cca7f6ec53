import { day, shortDay } from '../../format/dates';
import { instrumentName } from '../../format/display-names';
import { netSum, oneOrMore } from '../../format/status-sums';
import { statusChoices, statusesOf, statusText } from '../../format/statuses';
import {
  type AutopayRunColumn,
  type AutopayRunStatus,
  RunListDocument,
  type RunListQuery,
  RunSumsDocument,
} from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useList } from '../../graph/use-paged-or-whole-list';
import { orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { BORROWER, LOAN } from '../../ui/loan-columns';
import { Mark } from '../../ui/mark';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';

type Run = RunListQuery['autopayRuns']['items'][number];

const CHOICES = [{ id: 'retrying,held,failed,missed', text: 'Needs attention' }, ...statusChoices('run')];

/** Money that was collected from the borrower and was not given back. */
const COUNTING: readonly AutopayRunStatus[] = ['charged', 'posting', 'posted'];

const COLUMNS: readonly Column<Run, AutopayRunColumn>[] = [
  BORROWER,
  LOAN,
  {
    name: 'Started',
    sortBy: 'began',
    cell: (run) => (
      <RowLink to={runAddress(run)}>
        <Instant at={run.createdAt} />
      </RowLink>
    ),
  },
  { name: 'Due', sortBy: 'due', cell: ({ dueOn }) => day(dueOn) },
  { name: 'Status', sortBy: 'status', cell: ({ status }) => <Status kind="run" status={status} /> },
  { name: 'Reason', sortBy: 'reason', cell: ({ failureCode }) => orDash(failureCode, statusText) },
  { name: 'Next attempt', sortBy: 'next_attempt', cell: ({ nextTryOn }) => orDash(nextTryOn, shortDay) },
  { name: 'Attempts', sortBy: 'attempts', isNumber: true, cell: ({ attemptCount }) => attemptCount },
  {
    name: 'Amount',
    sortBy: 'amount',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ amountCents }) => <Money cents={amountCents} />,
  },
  {
    name: 'Payment method',
    cell: ({ isOneTime, schedule: { paymentMethod } }) => (
      <>
        {isOneTime && <Mark tone="plain">One-time charge</Mark>} {paymentMethod ? instrumentName(paymentMethod) : '–'}
      </>
    ),
  },
];

export function Autopay() {
  const { search, choice, days, zonedDays, sorted, organizationId } = useFilters('/autopay');
  const range = { organizationId, ...zonedDays };
  const statuses = oneOrMore(statusesOf('run'), search.status);
  const sort = sorted(COLUMNS);
  const variables = { ...range, statuses, sortBy: sort.sortBy, isDescending: sort.isDescending };
  const list = useList('runs', RunListDocument, variables, ({ autopayRuns }) => autopayRuns, true);
  const { data: sums } = useAnswer('run-sums', RunSumsDocument, range, { isLive: true });
  const total = netSum('run', sums?.autopayRunCounts, statuses, COUNTING);
  return (
    <ListPage
      title="Autopay"
      hasViews
      about="Runs of all schedules and one-time charges, latest first. The days are those on which a run started."
      list={list}
      columns={COLUMNS}
      sort={sort.table}
      download={{ name: 'autopay', variables }}
      keyOf={({ id }) => id}
      opens={runAddress}
      foot={total && [total.all.countOf('run'), total.says, '', '', '', '', '', '', total.sum, '']}
      empty={{ title: 'No runs match these filters' }}
      actions={
        <>
          {choice('Status', 'status', CHOICES)}
          {days}
        </>
      }
    />
  );
}

export function runAddress({ id }: { readonly id: string }): string {
  return `/autopay/runs/${id}`;
}
