import { day } from '../../format/dates';
import { RetryRunDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useHasRole } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import type { Run } from './shown-run';

/**
 * Tries a declined run today instead of on its retry day. The number of tries that the page shows is sent with it: of
 * several presses at most one begins a try.
 */
export function RetryNow({ run: { id, status, nextTryOn, attemptCount, schedule } }: { readonly run: Run }) {
  const mayRetry = useHasRole('agent');
  if (!mayRetry || status !== 'retrying' || schedule.status !== 'active') return null;
  return (
    <ActButton
      label="Try again now"
      question={`The borrower is charged today instead of ${nextTryOn ? `on ${day(nextTryOn)}` : 'on the next retry day'}.`}
      perform={() => request(RetryRunDocument, { id, attemptsSeen: attemptCount })}
    />
  );
}
