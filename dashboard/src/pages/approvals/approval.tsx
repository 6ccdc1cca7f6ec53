import { Link, useParams } from '@tanstack/react-router';
import { actName, detailFact } from '../../format/approvals';
import { numberOf } from '../../format/display-names';
import { dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import { OneApprovalDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { type Fact, Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { LoanLink } from '../../ui/loan-link';
import { Card, Page } from '../../ui/page';
import { Status } from '../../ui/status';
import { UnreadPage } from '../../ui/unread-page';
import { DecideOnApproval } from './decide-on-approval';
import type { Approval } from './shown-approval';

/** One act that needs a second person: what it does, who asked and why, and the decision. */
export function ApprovalView() {
  const { id } = useParams({ from: '/approvals/$id' });
  const { data, error, refetch } = useAnswer('approval', OneApprovalDocument, { id }, { isLive: true });
  if (data === undefined) return <UnreadPage title="Approval" error={error} refetch={refetch} />;
  const { approvalRequest: approval } = data;
  return (
    <TimeZoneOf organizationId={approval.organizationId}>
      <Page
        title={`${actName(approval.act)}, ${dollars(approval.amountCents)}`}
        about={
          <span role="status">
            <Status kind="approval" status={approval.status} />
            {approval.failureCode && ` (${statusText(approval.failureCode).toLowerCase()})`}
          </span>
        }
        actions={<DecideOnApproval approval={approval} />}
      >
        <Card title="Requested action">
          <Facts facts={actFacts(approval)} />
        </Card>
        <Card title="Decision">
          <Facts facts={decisionFacts(approval)} />
        </Card>
      </Page>
    </TimeZoneOf>
  );
}

function actFacts(approval: Approval): readonly Fact[] {
  const { act, amountCents, account, details, borrowers, reason, paymentId, askedBy, askedByName, askedAt } = approval;
  return [
    ['Action', actName(act)],
    ['Amount', dollars(amountCents)],
    ...details.map(detailFact),
    ...(borrowers ? [['Borrowers', borrowers.join(', ')] as const] : []),
    ...(account ? [['Borrower', <LoanLink key="loan" loan={account} />] as const] : []),
    ...(account ? [['Loan', numberOf(account)] as const] : []),
    ...(paymentId
      ? [
          [
            'Payment',
            <Link key="payment" to="/payments/$id" params={{ id: paymentId }}>
              Open the payment
            </Link>,
          ] as const,
        ]
      : []),
    ['Reason', reason],
    ['Requested by', askedByName ?? askedBy],
    ['Requested', <Instant key="asked" at={askedAt} />],
  ];
}

function decisionFacts(approval: Approval): readonly Fact[] {
  const { status, expiresAt, decidedBy, decidedByName, decidedAt, decisionReason, finishedAt, failureCode } = approval;
  return [
    ['Status', <Status key="status" kind="approval" status={status} />],
    ...(status === 'open' ? [['Expires', <Instant key="expires" at={expiresAt} />] as const] : []),
    ['Decided by', decidedByName ?? decidedBy],
    ['Decided', decidedAt && <Instant key="decided" at={decidedAt} />],
    ...(decisionReason ? [['Reason for rejecting', decisionReason] as const] : []),
    ...(failureCode ? [['Refused with', statusText(failureCode)] as const] : []),
    ['Ended', finishedAt && <Instant key="ended" at={finishedAt} />],
  ];
}
