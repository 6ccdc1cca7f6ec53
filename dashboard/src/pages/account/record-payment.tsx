import { amountOf, recordName } from '../../money/money-request';
import { describe } from '../../money/outcome-bar';
import { refusalText } from '../../money/refusal-text';
import { UnknownOutcome } from '../../money/unknown-outcome';
import { useMoneyRequest } from '../../money/use-sent-money';
import { Dialog } from '../../ui/dialog';
import { PaymentForm } from './payment-form';
import { RecordedPayment } from './recorded-payment';

interface RecordPaymentProps {
  readonly accountId: string;
  readonly borrower: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Records a payment received outside Tributary: a check, cash, a card at the counter. */
export function RecordPayment({ accountId, borrower, isOpen, onClose }: RecordPaymentProps) {
  const { money, submit, askAgain, forget } = useMoneyRequest(recordName(accountId));
  const state = money?.state;
  const isUnknown = state?.name === 'unknown' || (state?.name === 'sending' && money?.wasUnknown === true);
  const isHeld = state?.name === 'sending' && !isUnknown;
  const sentBefore = money?.sent.kind === 'record' ? money.sent.input : undefined;
  const leave = () => {
    forget();
    onClose();
  };
  return (
    <Dialog title={`Record a payment from ${borrower}`} isOpen={isOpen} onClose={leave} isHeld={isHeld}>
      {state?.name === 'done' ? (
        <RecordedPayment result={state.result} amountCents={money ? amountOf(money.sent) : 0} onDone={leave} />
      ) : money && isUnknown ? (
        <UnknownOutcome
          what={describe(money.sent)}
          error={state?.name === 'unknown' ? state.error : undefined}
          isAsking={state?.name === 'sending'}
          onAsk={askAgain}
        />
      ) : (
        <PaymentForm
          accountId={accountId}
          sentBefore={sentBefore}
          isSending={isHeld}
          refusal={money && refusalText(money)}
          onSubmit={(input) => submit({ kind: 'record', accountId, input })}
          onCancel={leave}
        />
      )}
    </Dialog>
  );
}
