import { useQuery } from '@tanstack/react-query';
import { dollars } from '../../format/money';
import { OnePaymentDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import type { PaymentResult } from '../../money/money-request';
import { Button } from '../../ui/button';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { paymentAddress } from '../payments/payment-columns';
import { untilSettled } from '../payments/unsettled-payment';

interface RecordedPaymentProps {
  readonly result: PaymentResult;
  readonly amountCents: number;
  readonly onDone: () => void;
}

/** The recorded payment. While the loan system has not confirmed it, its status is read again and again. */
export function RecordedPayment({ result, amountCents, onDone }: RecordedPaymentProps) {
  const { id, possibleDuplicateOf } = result;
  const { data } = useQuery({
    queryKey: ['payment', id],
    queryFn: ({ signal }) => request(OnePaymentDocument, { id }, signal),
    refetchInterval: ({ state }) => untilSettled(state.data?.payment.status ?? result.status),
    enabled: untilSettled(result.status) !== false,
  });
  const status = data?.payment.status ?? result.status;
  return (
    <div className="stack">
      <p role="status">
        <strong>{dollars(amountCents)}</strong> · <Status kind="payment" status={status} />
      </p>
      {status === 'pending_confirmation' && (
        <p className="quiet">
          The loan system has not confirmed it yet. It is looked for until that is known; nothing has to be done here.
        </p>
      )}
      {possibleDuplicateOf && (
        <p>
          A payment of the same amount and method was recorded shortly before:{' '}
          <RowLink to={paymentAddress({ id: possibleDuplicateOf })}>see the other payment</RowLink>. If they are the
          same, reverse one of the two.
        </p>
      )}
      <footer>
        <Button look="primary" autoFocus onPress={onDone}>
          Done
        </Button>
      </footer>
    </div>
  );
}
