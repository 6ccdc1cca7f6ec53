import { useQuery } from '@tanstack/react-query';
import { ago, day, daysApart } from '../../format/dates';
import { textOf } from '../../format/display-names';
import type { AdvanceStopReason } from '../../generated/contract-lists';
import { type ClockFieldsFragment, OneTestClockDocument, StopClockDocument } from '../../generated/graphql';
import { REFRESH_MS } from '../../graph/refresh-interval';
import { request } from '../../graph/request';
import { useHasRoleAt } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import { Failed } from '../../ui/empty-failed-and-loading-states';
import { Facts } from '../../ui/facts';
import { Mark } from '../../ui/mark';
import { Card } from '../../ui/page';
import { AdvanceClock } from './advance-clock';

/** A worker simulates several days a second. */
const ADVANCING_REFRESH_MS = 1_000;

const WHY: Readonly<Record<AdvanceStopReason, string>> = {
  day_end_failed: 'Stopped early: a loan’s day could not be closed.',
  day_failed: 'Stopped early: a step of this day failed on every attempt.',
  outcome_unknown: 'Stopped early: a payment, a reversal or a boarding had no outcome for minutes.',
  stopped: 'Stopped early, on request.',
};

/**
 * One organization’s clock: its date, the progress of its latest advance, and, with permission, the form to advance it.
 */
export function TestClock({ organizationId, name }: { readonly organizationId: string; readonly name: string }) {
  const mayAct = useHasRoleAt('supervisor')(organizationId);
  const { data, error, refetch } = useQuery({
    queryKey: ['test-clock', organizationId],
    queryFn: async ({ signal }) => (await request(OneTestClockDocument, { organizationId }, signal)).testClock,
    refetchInterval: ({ state }) => (state.data?.status === 'advancing' ? ADVANCING_REFRESH_MS : REFRESH_MS),
  });
  const isAdvancing = data?.status === 'advancing';
  return (
    <Card
      title={name}
      aside={data && <Mark tone={isAdvancing ? 'waiting' : 'good'}>{isAdvancing ? 'Advancing' : 'Idle'}</Mark>}
    >
      {error && <Failed error={error} retry={() => void refetch()} />}
      {data && (
        <>
          <Facts facts={factsOf(data)} />
          {isAdvancing && <Progress clock={data} />}
          {data.error && (
            <p className="notice" data-tone={data.error === 'stopped' ? 'waiting' : 'bad'}>
              {textOf(WHY, data.error) ?? data.error}
            </p>
          )}
          {mayAct && isAdvancing && (
            <div className="filters">
              <ActButton label="Stop" perform={() => request(StopClockDocument, { organizationId })} />
            </div>
          )}
          {mayAct && !isAdvancing && <AdvanceClock organizationId={organizationId} at={data.at} />}
        </>
      )}
    </Card>
  );
}

function factsOf({ at, from, to, startedAt, finishedAt }: ClockFieldsFragment) {
  const latest = from && to ? `${day(from)} to ${day(to)}` : null;
  const when = finishedAt ? `ended ${ago(finishedAt)}` : startedAt && `began ${ago(startedAt)}`;
  return [
    ['Business date', day(at)],
    ['Latest advance', latest && when ? `${latest}, ${when}` : latest],
  ] as const;
}

function Progress({ clock: { at, from, to } }: { readonly clock: ClockFieldsFragment }) {
  if (!from || !to) return null;
  const whole = daysApart(from, to);
  const done = daysApart(from, at);
  return (
    <>
      <progress aria-label="Days processed" max={whole} value={done} />
      <p className="quiet" aria-live="polite">
        {done} of {whole} {whole === 1 ? 'day' : 'days'}. Other changes are blocked until it finishes.
      </p>
    </>
  );
}
