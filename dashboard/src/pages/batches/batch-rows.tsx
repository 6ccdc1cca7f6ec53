import { shortDay } from '../../format/dates';
import { numberOf } from '../../format/display-names';
import { dollars, plural } from '../../format/money';
import { statusChoices, statusesOf, statusText } from '../../format/statuses';
import { BatchRowsDocument, type BatchRowsQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { DASH, orDash } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { LoanLink } from '../../ui/loan-link';
import { Money } from '../../ui/money';
import { RowLink } from '../../ui/row-link';
import { Rows } from '../../ui/rows';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';
import { PossibleDuplicate } from '../payments/possible-duplicate';
import { type Batch, talliesOf } from './shown-batch';

type Row = BatchRowsQuery['paymentBatchResults']['items'][number];

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Row', isNumber: true, cell: ({ position }) => position.toLocaleString('en-US') },
  { name: 'Borrower', cell: ({ account }) => <LoanLink loan={account} /> },
  {
    name: 'Loan',
    cell: ({ account, externalContractNumber, loanNumber }) =>
      account ? numberOf(account) : (externalContractNumber ?? loanNumber ?? DASH),
  },
  {
    name: 'Amount',
    isNumber: true,
    isFirstWhereNarrow: true,
    cell: ({ amountCents }) => <Money cents={amountCents} />,
  },
  {
    name: 'Outcome',
    cell: ({ outcome, possibleDuplicateOf }) => (
      <>
        <Status kind="batchRow" status={outcome} />
        {possibleDuplicateOf && <PossibleDuplicate of={possibleDuplicateOf} />}
      </>
    ),
  },
  { name: 'Reason', cell: ({ errorCode, reason }) => orDash(reason ?? (errorCode && statusText(errorCode)), String) },
  {
    name: 'Payment',
    cell: ({ paymentId, paymentStatus, alreadyRecorded }) =>
      orDash(paymentId, (id) => (
        <>
          <RowLink to={`/payments/${id}`}>Open</RowLink>
          {paymentStatus === 'reversed' && ' (reversed)'}
          {alreadyRecorded && ' (recorded before)'}
        </>
      )),
  },
  { name: 'Effective date', cell: ({ effectiveDate }) => orDash(effectiveDate, shortDay) },
  { name: 'Reference', cell: ({ externalReference, referenceNumber }) => externalReference ?? referenceNumber ?? DASH },
];

/** The rows in the order of the file, of one outcome or of all. */
export function BatchRows({ batch }: { readonly batch: Batch }) {
  const { search, choice } = useFilters('/payment-batches/$id');
  const outcome = statusesOf('batchRow').find((each) => each === search.outcome) ?? null;
  const variables = { id: batch.id, outcome };
  const list = useList(
    'batch-rows',
    BatchRowsDocument,
    variables,
    ({ paymentBatchResults }) => paymentBatchResults,
    true,
  );
  const tally = outcome === null ? { rows: batch.rowCount, amountCents: batch.sumCents } : tallyOf(batch, outcome);
  return (
    <section className="stack" aria-label="Rows">
      <div className="filters">{choice('Outcome', 'outcome', statusChoices('batchRow'))}</div>
      <Rows
        label="Rows"
        list={list}
        columns={COLUMNS}
        keyOf={({ position }) => String(position)}
        foot={[plural(tally.rows, 'row'), '', '', dollars(tally.amountCents), '', '', '', '', '']}
        empty={{ title: 'No row has this outcome' }}
      />
    </section>
  );
}

function tallyOf(batch: Batch, outcome: Row['outcome']) {
  return talliesOf(batch).find(([name]) => name === outcome)?.[1] ?? { rows: 0, amountCents: 0 };
}
