import { Link } from '@tanstack/react-router';
import { actName } from '../../format/approvals';
import { dollars } from '../../format/money';
import type { ApprovalFieldsFragment } from '../../generated/graphql';
import type { GraphProblem } from '../../graph/problem';
import { Ago } from '../../ui/instant';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import { Status } from '../../ui/status';

interface PendingApprovalsProps {
  readonly requests: readonly ApprovalFieldsFragment[];
  readonly problem?: GraphProblem | undefined;
}

/** Acts on a loan or a payment that wait for a second person; nothing where there are none. */
export function PendingApprovals({ requests, problem }: PendingApprovalsProps) {
  if (problem) return <NotRead what="Approvals" problem={problem} />;
  if (requests.length === 0) return null;
  return (
    <Card title="Approvals">
      <ul className="matters">
        {requests.map(({ id, act, amountCents, status, askedBy, askedByName, askedAt }) => (
          <li key={id}>
            <Status kind="approval" status={status} />
            <span>
              {actName(act)}, {dollars(amountCents)}
            </span>
            <span className="quiet">
              requested by {askedByName ?? askedBy}, <Ago at={askedAt} />
            </span>
            <Link to="/approvals/$id" params={{ id }}>
              Open
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
