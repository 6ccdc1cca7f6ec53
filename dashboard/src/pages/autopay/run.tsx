import { useParams } from '@tanstack/react-router';
import { day } from '../../format/dates';
import { frequency, instrumentName, numberOf, systemName } from '../../format/display-names';
import { dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import { OneRunDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { LoanLink } from '../../ui/loan-link';
import { Card, Page } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { UnreadPage } from '../../ui/unread-page';
import { RetryNow } from './retry-now';
import { RunAttempts } from './run-attempts';
import { RunExceptions, RunReturns } from './run-returns';
import type { Run } from './shown-run';

/** One charge of a schedule: each try, the posting, and what happened to it since. */
export function RunView() {
  const { id } = useParams({ from: '/autopay/runs/$id' });
  const { data, error, refetch } = useAnswer('run', OneRunDocument, { id }, { isLive: true });
  if (data === undefined) return <UnreadPage title="Autopay run" error={error} refetch={refetch} />;
  const { autopayRun: run } = data;
  return (
    <TimeZoneOf organizationId={run.organizationId}>
      <Page
        title={`Autopay of ${day(run.dueOn)}`}
        about={
          <span role="status">
            {run.amountCents !== null && `${dollars(run.amountCents)} · `}
            <Status kind="run" status={run.status} />
            {run.failureCode && ` (${statusText(run.failureCode).toLowerCase()})`}
          </span>
        }
        actions={<RetryNow run={run} />}
      >
        <div className="columns">
          <div className="stack">
            <Card title="Tries">
              <RunAttempts run={run} />
            </Card>
            <RunReturns run={run} />
            <RunExceptions run={run} />
          </div>
          <div className="stack">
            <Card title="Run">
              <RunFacts run={run} />
            </Card>
          </div>
        </div>
      </Page>
    </TimeZoneOf>
  );
}

function RunFacts({ run }: { readonly run: Run }) {
  const { account, schedule, possibleDuplicateOf: equal } = run;
  const { frequencyUnit, frequencyInterval, paymentMethod } = schedule;
  return (
    <Facts
      facts={[
        ['Borrower', <LoanLink key="loan" loan={account} />],
        ['Loan', numberOf(account)],
        ['Loan system', account && systemName(account.loanSystemCode)],
        ['Schedule', `${dollars(schedule.amountCents)}, ${frequency(frequencyUnit, frequencyInterval).toLowerCase()}`],
        ['Schedule is', <Status key="schedule" kind="schedule" status={schedule.status} />],
        ...(schedule.pauseReason ? [['Paused because', schedule.pauseReason] as const] : []),
        ['Charges', paymentMethod && instrumentName(paymentMethod)],
        ['Due', day(run.dueOn)],
        ['Began', <Instant key="began" at={run.createdAt} />],
        ['Next try', run.nextTryOn && day(run.nextTryOn)],
        ['Posted', run.postedAt && <Instant key="posted" at={run.postedAt} />],
        ['Applied on', run.effectiveDate && day(run.effectiveDate)],
        ['Reference', run.referenceNumber],
        ...(run.refundedAt ? [['Refunded', <Instant key="refunded" at={run.refundedAt} />] as const] : []),
        ...(equal
          ? [
              [
                'Possible duplicate of',
                <RowLink key="equal" to={`/autopay/runs/${equal}`}>
                  the other run
                </RowLink>,
              ] as const,
            ]
          : []),
        ['Run id', <code key="id">{run.id}</code>],
      ]}
    />
  );
}
