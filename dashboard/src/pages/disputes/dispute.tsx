import { useParams } from '@tanstack/react-router';
import { numberOf, systemName } from '../../format/display-names';
import { dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import { OneDisputeDocument, OneRunDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useLenders } from '../../lender/lenders';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { LoanLink } from '../../ui/loan-link';
import { Card, Page } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { UnreadPage } from '../../ui/unread-page';
import { RunExceptions } from '../autopay/run-returns';
import { adviceOf } from './dispute-advice';
import { correctionsBy, DisputeHistory } from './dispute-history';
import { processorPage } from './processor-page';
import type { ShownDispute } from './shown-dispute';

/** A dispute of one charge: what happened, what to do until when, and where to do it. */
export function DisputeView() {
  const { id } = useParams({ from: '/disputes/$id' });
  const { data, error, refetch } = useAnswer('dispute', OneDisputeDocument, { id }, { isLive: true });
  const runId = data?.dispute.runId ?? '';
  const run = useAnswer('run', OneRunDocument, { id: runId }, { isLive: true, enabled: runId !== '' });
  if (data === undefined) return <UnreadPage title="Dispute" error={error} refetch={refetch} />;
  const { dispute } = data;
  return (
    <TimeZoneOf organizationId={dispute.organizationId}>
      <Page
        title={`Dispute of ${dollars(dispute.amountCents)}`}
        about={
          <span role="status">
            {statusText(dispute.reason)} · <Status kind="dispute" status={dispute.status} />
          </span>
        }
      >
        <div className="columns">
          <div className="stack">
            <Card title="What to do">
              <p>{adviceOf(dispute, correctionsBy(dispute, run.data?.autopayRun))}</p>
              {dispute.evidenceDueBy && dispute.closedAt === null && (
                <p>
                  Deadline: <Instant at={dispute.evidenceDueBy} />
                </p>
              )}
              <ProcessorLink dispute={dispute} />
            </Card>
            <DisputeHistory dispute={dispute} run={run.data?.autopayRun} problem={run.error ?? undefined} />
            {run.data && <RunExceptions run={run.data.autopayRun} />}
          </div>
          <div className="stack">
            <Card title="Details">
              <DisputeFacts dispute={dispute} />
            </Card>
          </div>
        </div>
      </Page>
    </TimeZoneOf>
  );
}

function ProcessorLink({ dispute }: { readonly dispute: ShownDispute }) {
  const { lenders } = useLenders();
  const lender = lenders.find(({ id }) => id === dispute.organizationId);
  const address = lender && processorPage(dispute, lender.isSandbox);
  if (address === undefined) return null;
  return (
    <p>
      <a href={address} target="_blank" rel="noreferrer">
        Open it at {statusText(dispute.processor)}
      </a>
    </p>
  );
}

function DisputeFacts({ dispute }: { readonly dispute: ShownDispute }) {
  const { account, runId, amountCents, isWithdrawn, closedAt } = dispute;
  return (
    <Facts
      facts={[
        ['Borrower', account && <LoanLink key="loan" loan={account} />],
        ['Loan', account && numberOf(account)],
        ['Loan system', account && systemName(account.loanSystemCode)],
        [
          'Charge',
          runId ? (
            <RowLink key="run" to={`/autopay/runs/${runId}`}>
              Open the charge
            </RowLink>
          ) : (
            'Not made by Tributary'
          ),
        ],
        ['Amount', dollars(amountCents)],
        ['Funds', isWithdrawn ? 'Withdrawn' : 'Not withdrawn'],
        ['Reason', statusText(dispute.reason)],
        ['Opened', <Instant key="opened" at={dispute.openedAt} />],
        ['Evidence due', dispute.evidenceDueBy && <Instant key="due" at={dispute.evidenceDueBy} />],
        ['Closed', closedAt && <Instant key="closed" at={closedAt} />],
        ['Card processor', statusText(dispute.processor)],
        ['Dispute at the processor', <code key="external">{dispute.externalId}</code>],
        ['Charge at the processor', <code key="charge">{dispute.chargeExternalId}</code>],
        ['Dispute ID', <code key="id">{dispute.id}</code>],
      ]}
    />
  );
}
