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

interface Step {
  readonly at: string;
  readonly text: string;
}

/** The charge, its dispute, and what was reversed and posted again because of it, in order. */
export function DisputeHistory({ dispute, run, problem }: HistoryProps) {
  return (
    <Card title="What happened">
      {dispute.runId && problem && <NotRead what="The charge" problem={problem} />}
      <ol className="plain-list">
        {stepsOf(dispute, run).map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            {text} <span className="quiet">· </span>
            <Instant at={at} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function stepsOf(dispute: ShownDispute, run: Run | undefined): readonly Step[] {
  const { amountCents, openedAt, closedAt, status } = dispute;
  const steps: Step[] = [{ at: openedAt, text: `Dispute of ${dollars(amountCents)} opened` }];
  if (run) {
    const name = `${run.isOneTime ? 'One-time charge' : 'Autopay'} of ${day(run.dueOn)}`;
    const charged = run.amountCents === null ? '' : `: ${dollars(run.amountCents)} charged`;
    steps.push({ at: run.postedAt ?? run.createdAt, text: name + charged });
  }
  for (const { kind, status: state, amountCents: corrected, createdAt } of correctionsBy(dispute, run)) {
    const name = kind === 'reversal' ? 'Payment reversed' : 'Payment posted again';
    steps.push({ at: createdAt, text: `${name}: ${dollars(corrected)} (${statusText(state).toLowerCase()})` });
  }
  if (closedAt) steps.push({ at: closedAt, text: `Closed: ${statusText(status).toLowerCase()}` });
  return steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** A run's corrections that this dispute caused, and not a refund or another dispute. */
export function correctionsBy({ externalId }: ShownDispute, run: Run | undefined) {
  return (run?.corrections ?? []).filter(({ cause }) => cause === externalId);
}
