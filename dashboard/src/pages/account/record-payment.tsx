import { GraphProblem } from '../../graph/problem';
import { amountOf, recordName } from '../../money/money-request';
import { describe } from '../../money/outcome-bar';
import { refusalText } from '../../money/refusal-text';
import { UnknownOutcome } from '../../money/unknown-outcome';
import { useMoneyRequest } from '../../money/use-sent-money';
import { Dialog } from '../../ui/dialog';
import type { UsualAmounts } from './amount-choices';
import { PaymentForm } from './payment-form';
import { RecordedPayment } from './recorded-payment';

interface RecordPaymentProps {
  readonly accountId: string;
  readonly borrower: string;
  readonly amounts: UsualAmounts;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Records a payment received outside Tributary: a check, cash, a card at the counter. */
export function RecordPayment({ accountId, borrower, amounts, isOpen, onClose }: RecordPaymentProps) {
  const { money, submit, askAgain, forget } = useMoneyRequest(recordName(accountId));
  const state = money?.state;
  const isUnknown = state?.name === 'unknown' || (state?.name === 'sending' && money?.wasUnknown === true);
  const isHeld = state?.name === 'sending' && !isUnknown;
  const sentBefore = money?.sent.kind === 'record' ? money.sent.input : undefined;
  const problemAt = (field: string) => (state?.name === 'refused' ? problemWith(field, state.error) : undefined);
  const isAtField = FIELDS.some((field) => problemAt(field) !== undefined);
  const leave = () => {
    forget();
    onClose();
  };
  return (
    <Dialog title={`Record a payment from ${borrower}`} isOpen={isOpen} onClose={leave} isHeld={isHeld}>
      {state?.name === 'done' && state.result.kind === 'payment' ? (
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
          refusal={isAtField ? undefined : money && refusalText(money)}
          problemAt={problemAt}
          amounts={amounts}
          onSubmit={(input) => submit({ kind: 'record', accountId, input })}
          onCancel={leave}
        />
      )}
    </Dialog>
  );
}

/** The fields of the form that the server may refuse, by their names in the API. */
const FIELDS = ['amountCents', 'checkNumber', 'cardBrand', 'externalReference', 'memo'];

function problemWith(field: string, error: unknown): string | undefined {
  if (!(error instanceof GraphProblem)) return undefined;
  if (error.code === 'amount_exceeds_payoff') return field === 'amountCents' ? error.message : undefined;
  return error.about(field);
}
