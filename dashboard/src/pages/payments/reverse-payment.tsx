import { useEffect, useRef } from 'react';
import { dollars } from '../../format/money';
import { approvalRequestOf } from '../../money/approval-request-of-error';
import { reverseName } from '../../money/money-request';
import { describe } from '../../money/outcome-bar';
import { refusalText } from '../../money/refusal-text';
import { SecondPersonNotice, SentForApproval, useNeedsSecondPerson } from '../../money/second-person';
import { UnknownOutcome } from '../../money/unknown-outcome';
import { useMoneyRequest } from '../../money/use-sent-money';
import { useTyped } from '../../session/typed-values';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/text-field';

interface ReversePaymentProps {
  readonly payment: { readonly id: string; readonly amountCents: number; readonly organizationId: string };
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Reverses a payment; closes when that is done, because the page shows the reversal. */
export function ReversePayment({ payment: { id, amountCents, organizationId }, isOpen, onClose }: ReversePaymentProps) {
  const { money, submit, askAgain, forget } = useMoneyRequest(reverseName(id));
  const [reason, setReason] = useTyped(`reversal:${id}`, '');
  const needsSecond = useNeedsSecondPerson({ organizationId, act: 'reversal', amountCents, isAsked: isOpen });
  const state = money?.state;
  const sentForApproval = state?.name === 'refused' ? approvalRequestOf(state.error) : undefined;
  const isUnknown = state?.name === 'unknown' || (state?.name === 'sending' && money?.wasUnknown === true);
  const isHeld = state?.name === 'sending' && !isUnknown;
  const isDone = state?.name === 'done';
  const wasDone = useRef(isDone);
  useEffect(() => {
    const isNews = isDone && !wasDone.current;
    wasDone.current = isDone;
    if (!isNews || !isOpen) return;
    forget();
    onClose();
  }, [isDone, isOpen, forget, onClose]);
  const leave = () => {
    forget();
    onClose();
  };
  const reverse = (isNsf: boolean) =>
    submit({ kind: 'reverse', paymentId: id, amountCents, input: { isNsf, ...(reason !== '' && { reason }) } });
  return (
    <Dialog title={`Reverse ${dollars(amountCents)}`} isOpen={isOpen} onClose={leave} isHeld={isHeld}>
      {money && isUnknown ? (
        <UnknownOutcome
          what={describe(money.sent)}
          error={state?.name === 'unknown' ? state.error : undefined}
          isAsking={state?.name === 'sending'}
          onAsk={askAgain}
        />
      ) : sentForApproval !== undefined ? (
        <SentForApproval id={sentForApproval} onClose={leave} />
      ) : (
        <div className="stack">
          <p>
            The loan’s balance returns to what it was without this payment. A check returned by the bank also adds the
            returned-payment fee of its terms.
          </p>
          {needsSecond && <SecondPersonNotice />}
          <TextField label="Reason" value={reason} onChange={setReason} autoFocus />
          <Problem>{money && refusalText(money)}</Problem>
          <footer>
            <Button onPress={leave} isDisabled={isHeld}>
              Cancel
            </Button>
            <Button onPress={() => reverse(true)} isDisabled={isHeld}>
              {needsSecond ? 'Send for approval: returned by bank (NSF)' : 'Returned by bank (NSF)'}
            </Button>
            <Button look="danger" onPress={() => reverse(false)} isDisabled={isHeld}>
              {needsSecond ? 'Send for approval: entered in error' : 'Entered in error'}
            </Button>
          </footer>
        </div>
      )}
    </Dialog>
  );
}
