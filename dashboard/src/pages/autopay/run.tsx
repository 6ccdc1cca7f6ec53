import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { authorizationMethod } from '../../format/authorization-methods';
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

/** One charge of a schedule, or a one-time charge: each try, the posting, and what happened to it since. */
export function RunView() {
  const { id } = useParams({ from: '/autopay/runs/$id' });
  const { data, error, refetch } = useAnswer('run', OneRunDocument, { id }, { isLive: true });
  if (data === undefined) return <UnreadPage title="Autopay run" error={error} refetch={refetch} />;
  const { autopayRun: run } = data;
  return (
    <TimeZoneOf organizationId={run.organizationId}>
      <Page
        title={`${run.isOneTime ? 'One-time charge' : 'Autopay'} of ${day(run.dueOn)}`}
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
            <Card title="Attempts">
              <RunAttempts run={run} />
            </Card>
            <RunReturns run={run} />
            <RunExceptions run={run} />
          </div>
          <div className="stack">
            <Card title={run.isOneTime ? 'Charge' : 'Run'}>
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
  const { paymentMethod } = schedule;
  return (
    <Facts
      facts={[
        ['Borrower', <LoanLink key="loan" loan={account} />],
        ['Loan', numberOf(account)],
        ['Loan system', account && systemName(account.loanSystemCode)],
        ...(run.isOneTime ? authorizationOf(run) : scheduleOf(run)),
        ['Charges', paymentMethod && instrumentName(paymentMethod)],
        [run.isOneTime ? 'Charged for' : 'Due', day(run.dueOn)],
        ['Started', <Instant key="began" at={run.createdAt} />],
        ['Next attempt', run.nextTryOn && day(run.nextTryOn)],
        ['Posted', run.postedAt && <Instant key="posted" at={run.postedAt} />],
        ['Effective date', run.effectiveDate && day(run.effectiveDate)],
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
        ['Run ID', <code key="id">{run.id}</code>],
      ]}
    />
  );
}

type Fact = readonly [name: string, value: ReactNode];

function scheduleOf({ schedule }: Run): readonly Fact[] {
  const { amountCents, frequencyUnit, frequencyInterval, pauseReason, status } = schedule;
  return [
    ['Schedule', `${dollars(amountCents)}, ${frequency(frequencyUnit, frequencyInterval).toLowerCase()}`],
    ['Schedule is', <Status key="schedule" kind="schedule" status={status} />],
    ...(pauseReason ? [['Paused because', pauseReason] as const] : []),
  ];
}

function authorizationOf({ authorization }: Run): readonly Fact[] {
  if (!authorization) return [];
  const { person, authorizedOn, method, recordedBy } = authorization;
  return [
    ['Authorized by', person?.displayName ?? person?.id],
    ['Authorized', `${authorizationMethod(method)}, ${day(authorizedOn)}`],
    ['Created by', recordedBy],
  ];
}
