import { day } from '../../format/dates';
import { RetryRunDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useHasRoleAt } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import type { Run } from './shown-run';

/**
 * Tries a declined run today instead of on its retry day. The number of tries that the page shows is sent with it: of
 * several presses at most one begins a try.
 */
export function RetryNow({ run }: { readonly run: Run }) {
  const { id, organizationId, status, nextTryOn, attemptCount, schedule } = run;
  const mayRetry = useHasRoleAt('agent')(organizationId);
  if (!mayRetry || status !== 'retrying' || schedule.status !== 'active') return null;
  return (
    <ActButton
      label="Try again now"
      question={`The borrower is charged today instead of ${nextTryOn ? `on ${day(nextTryOn)}` : 'on the next retry day'}.`}
      perform={() => request(RetryRunDocument, { id, attemptsSeen: attemptCount })}
    />
  );
}
