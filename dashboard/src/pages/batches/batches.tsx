import { dollars } from '../../format/money';
import { statusChoices, statusesOf } from '../../format/statuses';
import { BatchListDocument } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';
import { type Batch, stopText } from './shown-batch';
import { SubmitBatchButton } from './submit-batch';

const addressOf = ({ id }: Pick<Batch, 'id'>) => `/payment-batches/${id}`;
const rows = (value: number) => value.toLocaleString('en-US');

const COLUMNS: readonly Column<Batch>[] = [
  {
    name: 'Submitted',
    cell: (batch) => (
      <RowLink to={addressOf(batch)}>
        <Instant at={batch.createdAt} />
      </RowLink>
    ),
  },
  {
    name: 'Status',
    cell: ({ status, stopReason }) => (
      <>
        <Status kind="batch" status={status} />
        {stopReason && ` (${stopText(stopReason)})`}
      </>
    ),
  },
  { name: 'Kind', cell: ({ isDryRun }) => (isDryRun ? 'Dry run' : 'Payments') },
  { name: 'Rows', isNumber: true, cell: ({ rowCount }) => rows(rowCount) },
  {
    name: 'Total',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ sumCents }) => <Money cents={sumCents} />,
  },
  {
    name: 'Posted',
    isNumber: true,
    cell: ({ outcomes: { posted } }) =>
      posted.rows === 0 ? '0' : `${rows(posted.rows)} · ${dollars(posted.amountCents)}`,
  },
  { name: 'Refused', isNumber: true, cell: ({ outcomes: { refused, failed } }) => rows(refused.rows + failed.rows) },
  { name: 'Not tried', isNumber: true, cell: ({ outcomes: { notTried } }) => rows(notTried.rows) },
  { name: 'Submitted by', cell: ({ actor }) => actor },
  { name: 'Ended', cell: ({ finishedAt }) => orDash(finishedAt, (at) => <Instant at={at} form="short" />) },
];

/** Files of payments that were submitted together, and how far each is. */
export function Batches() {
  const { search, choice, days, zonedDays, organizationId } = useFilters('/payment-batches');
  const { status, from, to } = search;
  const chosen = statusesOf('batch').find((each) => each === status) ?? null;
  const variables = { organizationId, status: chosen, ...zonedDays };
  const list = useList('batches', BatchListDocument, variables, ({ paymentBatches }) => paymentBatches, true);
  const isFiltered = [status, from, to].some((filter) => filter !== undefined);
  return (
    <ListPage
      title="Payment batches"
      hasViews
      about="Payments that were submitted together as a file, newest first. Batches are kept for 90 days after they end."
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      opens={addressOf}
      empty={
        isFiltered
          ? { title: 'No batches match these filters', text: 'Remove a filter to see more.' }
          : { title: 'No batch has been submitted yet' }
      }
      actions={
        <>
          <SubmitBatchButton />
          {choice('Status', 'status', statusChoices('batch'))}
          {days}
        </>
      }
    />
  );
}
