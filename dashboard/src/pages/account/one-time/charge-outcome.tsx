import { useQuery } from '@tanstack/react-query';
import { dollars } from '../../../format/money';
import { statusText } from '../../../format/statuses';
import { type AutopayRunStatus, ChargeOutcomeDocument } from '../../../generated/graphql';
import { request } from '../../../graph/request';
import { Button } from '../../../ui/button';
import { RowLink } from '../../../ui/row-link';
import { Status } from '../../../ui/status';
import type { OneTimeCharge } from './use-charge-once';

/** A worker acts on these. */
const OPEN: readonly AutopayRunStatus[] = ['charging', 'charged', 'posting', 'refunding'];
const PAUSE_MS = 1_000;

interface ChargeOutcomeProps {
  readonly charge: OneTimeCharge;
  readonly onDone: () => void;
}

/** The charge that was made. Its status is read again and again until the card and the loan have an outcome. */
export function ChargeOutcome({ charge, onDone }: ChargeOutcomeProps) {
  const { id } = charge;
  const { data } = useQuery({
    queryKey: ['one-time-charge', id],
    queryFn: ({ signal }) => request(ChargeOutcomeDocument, { id }, signal),
    refetchInterval: ({ state }) => (isOpen(state.data?.autopayRun ?? charge) ? PAUSE_MS : false),
  });
  const { status, amountCents, failureCode } = data?.autopayRun ?? charge;
  return (
    <div className="stack">
      <p role="status">
        <strong>{dollars(amountCents ?? 0)}</strong> · <Status kind="run" status={status} />
        {failureCode && ` (${statusText(failureCode).toLowerCase()})`}
      </p>
      {status === 'failed' && <p>Nothing was charged, and this charge is not retried.</p>}
      {(status === 'refunding' || status === 'refunded') && (
        <p>The loan system refused the payment, so the charge is refunded.</p>
      )}
      {isOpen({ status }) && (
        <p className="quiet">It is followed until its outcome is known, also when this is closed.</p>
      )}
      <p>
        <RowLink to={`/autopay/runs/${id}`}>Open the charge</RowLink>
      </p>
      <footer>
        <Button look="primary" autoFocus onPress={onDone}>
          Done
        </Button>
      </footer>
    </div>
  );
}

function isOpen({ status }: Pick<OneTimeCharge, 'status'>): boolean {
  return OPEN.includes(status);
}
