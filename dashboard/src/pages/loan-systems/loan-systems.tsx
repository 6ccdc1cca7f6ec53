import { ago } from '../../format/dates';
import { systemName } from '../../format/display-names';
import { count } from '../../format/money';
import { statusText } from '../../format/statuses';
import { LoanSystemsDocument, type LoanSystemsQuery, SyncNowDocument } from '../../generated/graphql';
import { requireNone } from '../../graph/problem';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { useHasRole } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import { Empty, Failed } from '../../ui/empty-failed-and-loading-states';
import { Facts } from '../../ui/facts';
import { Mark } from '../../ui/mark';
import { Card, Page } from '../../ui/page';
import { healthOf } from './health';
import { RecoveryNotices } from './recovery-notice';
import { StartRecovery } from './start-recovery';

type LoanSystem = LoanSystemsQuery['loanSystems'][number];

/** The loan systems, how far behind each sync is, and whether each is reachable. */
export function LoanSystems() {
  const { data, error, refetch } = useAnswer('loan-systems', LoanSystemsDocument, {}, { isLive: true });
  return (
    <Page
      title="Loan systems"
      about="Where loans are serviced, how far behind each sync is, and whether each system is reachable."
    >
      <RecoveryNotices />
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data?.loanSystems.length === 0 ? (
        <Empty title="No loan system yet">Ask your administrator to add one.</Empty>
      ) : (
        <div className="columns even top">
          {data?.loanSystems.map((system) => (
            <OneSystem key={system.code} system={system} />
          ))}
        </div>
      )}
      <StartRecovery />
    </Page>
  );
}

function OneSystem({ system }: { readonly system: LoanSystem }) {
  const { code, kind, baseUrl, isActive, accounts, sync, sightings } = system;
  const isAdmin = useHasRole('admin');
  const health = healthOf(system);
  const problems = [...new Set((sightings ?? []).flatMap((sighting) => sighting.problems))];
  return (
    <Card title={systemName(code)} aside={<Mark tone={health.tone}>{health.text}</Mark>}>
      <Facts
        facts={[
          ...(kind === code ? [] : [['Kind', statusText(kind)] as const]),
          ...(baseUrl ? [['Address', baseUrl] as const] : []),
          ['Loans', accounts === null || accounts === undefined ? null : count(accounts)],
          ...(sync
            ? [
                ['Synced up to', sync.syncedThrough ? ago(sync.syncedThrough) : 'never'] as const,
                ['Last sync ended', sync.finishedAt ? ago(sync.finishedAt) : null] as const,
                ['Loans that could not be read', count(sync.loansFailed)] as const,
                ['Loans with inconsistent amounts', count(sync.loansOdd)] as const,
                [
                  'Changed loans found by the daily sync only',
                  sync.followsChanges ? count(sync.changesMissed) : null,
                ] as const,
              ]
            : []),
        ]}
      />
      {sync?.lastError && (
        <p className="notice" data-tone="bad">
          {sync.lastError}
        </p>
      )}
      {problems.map((problem) => (
        <p key={problem} className="notice" data-tone="bad">
          {problem}
        </p>
      ))}
      {isAdmin && isActive && sync && (
        <div className="filters">
          <ActButton
            label="Sync now"
            perform={async () => requireNone((await request(SyncNowDocument, { code })).syncLoanSystem.problems)}
          />
        </div>
      )}
    </Card>
  );
}
