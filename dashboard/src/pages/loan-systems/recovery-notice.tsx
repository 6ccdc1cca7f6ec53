import { ago } from '../../format/dates';
import { systemName } from '../../format/display-names';
import { count } from '../../format/money';
import {
  ConfirmPostingsReadDocument,
  EndRecoveryDocument,
  RecoveriesDocument,
  type RecoveriesQuery,
} from '../../generated/graphql';
import { requireNone } from '../../graph/problem';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { useHasRole, useOperator } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import { Failed } from '../../ui/empty-failed-and-loading-states';

type Recovery = RecoveriesQuery['recoveries'][number];

/** Lenders that recover from a restore of the database, for admins of all lenders. */
export function RecoveryNotices() {
  const isAdmin = useHasRole('admin');
  const { organizationIds } = useOperator();
  const enabled = isAdmin && organizationIds === null;
  const { data, error, refetch } = useAnswer('recoveries', RecoveriesDocument, {}, { isLive: enabled, enabled });
  if (error && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  return data?.recoveries.map((recovery) => <RecoveryNotice key={recovery.organizationId} recovery={recovery} />);
}

function RecoveryNotice({ recovery }: { readonly recovery: Recovery }) {
  const { organizationId, displayName, since, closedLoanSystems } = recovery;
  return (
    <>
      <p className="notice" data-tone="waiting">
        {displayName}: Recovering since {ago(since)} · {remains(recovery)}
      </p>
      <div className="filters">
        {closedLoanSystems
          .filter(({ waitsForRead }) => waitsForRead)
          .map(({ code }) => (
            <ActButton
              key={code}
              label={`List of ${systemName(code)} was read`}
              question="The loan system takes postings again. Its list of postings since the restore must have been read, and what was missing recorded."
              perform={async () =>
                requireNone((await request(ConfirmPostingsReadDocument, { code })).confirmPostingsRead.problems)
              }
            />
          ))}
        <ActButton
          label={`End the recovery of ${displayName}`}
          question="New postings are no longer looked up first. All clients must have sent their requests again."
          perform={() => request(EndRecoveryDocument, { organizationId })}
        />
      </div>
    </>
  );
}

function remains({ closedLoanSystems, movedLoans, unknownPayments, unknownReversals }: Recovery): string {
  const parts = [
    ...closedLoanSystems.map(({ code, reason }) => `${systemName(code)} takes no postings: ${reason}`),
    ...(movedLoans.length > 0 ? [`${count(movedLoans.length)} loans changed their loan system`] : []),
    ...(unknownPayments > 0 ? [`${count(unknownPayments)} payments without an outcome`] : []),
    ...(unknownReversals > 0 ? [`${count(unknownReversals)} reversals without an outcome`] : []),
  ];
  return parts.length === 0 ? 'clients send their requests again' : parts.join(' · ');
}
