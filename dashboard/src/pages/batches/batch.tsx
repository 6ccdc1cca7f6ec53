import { useParams } from '@tanstack/react-router';
import { count, dollars, plural } from '../../format/money';
import { OneBatchDocument, ResumeBatchDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { useLenders } from '../../lender/lenders';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { useHasRoleAt } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { Card, Page } from '../../ui/page';
import { Status } from '../../ui/status';
import { UnreadPage } from '../../ui/unread-page';
import { BatchOutcomes } from './batch-outcomes';
import { BatchRows } from './batch-rows';
import { DownloadResults } from './download-results';
import { type Batch, MODE_NAMES, stopText } from './shown-batch';

/** One batch: how far it is, and each row with its outcome. */
export function BatchView() {
  const { id } = useParams({ from: '/payment-batches/$id' });
  const { data, error, refetch } = useAnswer('batch', OneBatchDocument, { id }, { isLive: true });
  const maySubmitAt = useHasRoleAt('supervisor');
  if (data === undefined) return <UnreadPage title="Payment batch" error={error} refetch={refetch} />;
  const { paymentBatch: batch } = data;
  return (
    <TimeZoneOf organizationId={batch.organizationId}>
      <Page
        title={`${batch.isDryRun ? 'Dry run' : 'Payment batch'}, ${plural(batch.rowCount, 'row')}`}
        about={
          <span role="status">
            {dollars(batch.sumCents)} · <Status kind="batch" status={batch.status} />
            {batch.stopReason && ` (${stopText(batch.stopReason)})`} · {progressOf(batch)}.
          </span>
        }
        actions={
          maySubmitAt(batch.organizationId) && (
            <>
              {batch.status === 'stopped' && <Resume batch={batch} />}
              <DownloadResults id={batch.id} />
            </>
          )
        }
      >
        <Card title="Rows by outcome">
          <BatchOutcomes batch={batch} />
        </Card>
        <BatchRows batch={batch} />
        <Card title="Batch">
          <BatchFacts batch={batch} />
        </Card>
      </Page>
    </TimeZoneOf>
  );
}

/** `1,200 of 10,000 rows have an outcome`. */
function progressOf({ rowCount, outcomes: { notTried, unavailable } }: Batch): string {
  return `${count(rowCount - notTried.rows - unavailable.rows)} of ${plural(rowCount, 'row')} have an outcome`;
}

/** The key follows from the stop that it ends: a repeated press never passes a second refused row. */
function Resume({ batch: { id, stopReason, finishedAt } }: { readonly batch: Batch }) {
  const isRefused = stopReason === 'row_refused';
  return (
    <ActButton
      label="Resume"
      question={
        isRefused
          ? 'Resume this batch? It continues after the refused row, in your name.'
          : 'Resume this batch? It continues with the rows that have no outcome yet, in your name.'
      }
      perform={() => request(ResumeBatchDocument, { id, key: `resume ${id} ${finishedAt ?? ''}` })}
    />
  );
}

function BatchFacts({ batch }: { readonly batch: Batch }) {
  const { organizationId, mode, actor, createdAt, finishedAt, outcomes } = batch;
  const lender = useLenders().lenders.find(({ id }) => id === organizationId);
  return (
    <Facts
      facts={[
        ['Lender', lender?.displayName],
        ['When a row is refused', MODE_NAMES[mode]],
        ['Submitted', <Instant key="submitted" at={createdAt} />],
        ['Submitted by', actor],
        ['Ended', finishedAt && <Instant key="ended" at={finishedAt} />],
        ['Recorded before this batch', plural(outcomes.alreadyRecorded, 'row')],
        ['Possible duplicates', plural(outcomes.possibleDuplicates, 'row')],
        ['Batch ID', <code key="id">{batch.id}</code>],
      ]}
    />
  );
}
