import type { ReactNode } from 'react';
import { day } from '../../format/dates';
import { dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import { Instant } from '../../ui/instant';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import type { Run } from '../autopay/shown-run';
import type { ShownDispute } from './shown-dispute';

interface HistoryProps {
  readonly dispute: ShownDispute;
  /** The run that made the charge; undefined while it is not read, or where there is none. */
  readonly run: Run | undefined;
  readonly problem: Error | undefined;
}

/** The charge, its dispute, and what was posted or reversed because of it, in order. */
export function DisputeHistory({ dispute, run, problem }: HistoryProps) {
  const { runId, amountCents, openedAt, closedAt, status } = dispute;
  return (
    <Card title="What happened">
      {runId && problem && <NotRead what="The charge" problem={problem} />}
      <ol className="plain-list">
        {run && (
          <Step at={run.postedAt ?? run.createdAt}>
            {run.isOneTime ? 'One-time charge' : 'Autopay'} of {day(run.dueOn)}
            {run.amountCents !== null && `: ${dollars(run.amountCents)} charged`}
          </Step>
        )}
        <Step at={openedAt}>Dispute of {dollars(amountCents)} opened</Step>
        {run?.corrections?.map(({ id, kind, amountCents: corrected, status: state }) => (
          <li key={id}>
            {kind === 'reversal' ? 'Payment reversed' : 'Payment posted again'}: {dollars(corrected)} (
            {statusText(state).toLowerCase()})
          </li>
        ))}
        {closedAt && <Step at={closedAt}>Closed: {statusText(status).toLowerCase()}</Step>}
      </ol>
    </Card>
  );
}

function Step({ at, children }: { readonly at: string; readonly children: ReactNode }) {
  return (
    <li>
      {children} <span className="quiet">· </span>
      <Instant at={at} />
    </li>
  );
}
