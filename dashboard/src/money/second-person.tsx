import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type LimitedAct, OwnLimitsDocument } from '../generated/graphql';
import { useAnswer } from '../graph/use-answer';
import { Button } from '../ui/button';

interface AskedAct {
  readonly organizationId: string;
  /** Undefined: an act without limits. */
  readonly act: LimitedAct | undefined;
  readonly amountCents: number;
  /** Whether the dialog is open: only then the limits are read. */
  readonly isAsked: boolean;
}

/** Whether this act is above the operator’s own limit. The server decides again when it is sent. */
export function useNeedsSecondPerson({ organizationId, act, amountCents, isAsked }: AskedAct): boolean {
  const { data } = useAnswer(
    'own-limits',
    OwnLimitsDocument,
    { organizationId },
    {
      enabled: isAsked && act !== undefined,
    },
  );
  const limit = data?.ownActLimits.find((one) => one.act === act)?.amountCents ?? null;
  return limit !== null && amountCents > limit;
}

/** Shown in an act's dialog before it is sent. */
export function SecondPersonNotice() {
  return (
    <p className="notice" role="status">
      This amount is above your limit. Nothing changes until a second person approves it.
    </p>
  );
}

interface SentForApprovalProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Shown in an act's dialog once it became a request. */
export function SentForApproval({ id, onClose }: SentForApprovalProps) {
  const queries = useQueryClient();
  // The page behind the dialog shows the request.
  useEffect(() => void queries.invalidateQueries(), [queries]);
  return (
    <div className="stack">
      <p role="status">
        <strong>Sent for approval.</strong> Nothing has changed yet. It is carried out once a second person approves it,
        within seven days.
      </p>
      <p>
        <Link to="/approvals/$id" params={{ id }}>
          Open the request
        </Link>
      </p>
      <footer>
        <Button look="primary" autoFocus onPress={onClose}>
          Close
        </Button>
      </footer>
    </div>
  );
}
