import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { centsOf, dollars } from '../../format/money';
import { COLLECTED_METHODS, METHOD_CHOICES } from '../../format/payment-method-names-and-receipt-sums';
import { statusText } from '../../format/statuses';
import {
  type CollectedPaymentMethod,
  RecordOnePaymentDocument,
  type RecordPaymentInput,
} from '../../generated/graphql';
import { GraphProblem } from '../../graph/problem';
import { request } from '../../graph/request';
import { useKeyedMutation } from '../../money/idempotency-keyed-mutation';
import { UnknownOutcome } from '../../money/unknown-outcome';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { ChoiceFilter } from '../../ui/choice-filter';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { TextField } from '../../ui/text-field';
import { paymentAddress } from '../payments/payment-columns';

interface RecordPaymentProps {
  readonly accountId: string;
  readonly borrower: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Records a payment received outside Tributary: a check, cash, a card at the counter. */
export function RecordPayment({ accountId, borrower, isOpen, onClose }: RecordPaymentProps) {
  const queries = useQueryClient();
  const send = useCallback(
    async (key: string, input: RecordPaymentInput) => {
      const { recordPayment } = await request(RecordOnePaymentDocument, { id: accountId, key, input });
      await queries.invalidateQueries();
      return recordPayment.payment;
    },
    [accountId, queries],
  );
  const act = useKeyedMutation(`record:${accountId}`, send);
  const { state } = act;
  const isHeld = state.name === 'sending';
  const leave = () => {
    act.reset();
    onClose();
  };
  return (
    <Dialog title={`Record a payment from ${borrower}`} isOpen={isOpen} onClose={leave} isHeld={isHeld}>
      {state.name === 'done' ? (
        <div className="stack">
          <p>
            <strong>{dollars(state.result.amountCents)}</strong> ·{' '}
            <Status kind="payment" status={state.result.status} />
          </p>
          {state.result.status === 'pending_confirmation' && (
            <p className="quiet">
              The loan system has not confirmed it yet. It is looked for until that is known; nothing has to be done
              here.
            </p>
          )}
          {state.result.possibleDuplicateOf && (
            <p>
              A payment of the same amount and method was recorded shortly before:{' '}
              <RowLink to={paymentAddress({ id: state.result.possibleDuplicateOf })}>see the other payment</RowLink>. If
              they are the same, reverse one of the two.
            </p>
          )}
          <footer>
            <Button look="primary" autoFocus onPress={leave}>
              Done
            </Button>
          </footer>
        </div>
      ) : state.name === 'unknown' ? (
        <UnknownOutcome
          what={`A payment of ${dollars(state.input.amountCents)}`}
          error={state.error}
          isAsking={false}
          onAsk={() => void act.askAgain()}
        />
      ) : (
        <PaymentForm
          isSending={isHeld}
          refusal={state.name === 'refused' ? state.error : undefined}
          onSubmit={(input) => void act.submit(input)}
          onCancel={leave}
        />
      )}
    </Dialog>
  );
}

interface PaymentFormProps {
  readonly isSending: boolean;
  readonly refusal: unknown;
  readonly onSubmit: (input: RecordPaymentInput) => void;
  readonly onCancel: () => void;
}

function PaymentForm({ isSending, refusal, onSubmit, onCancel }: PaymentFormProps) {
  const [amount, setAmount] = useState('');
  const [method, setMethod] = useState<CollectedPaymentMethod>('check');
  const [checkNumber, setCheckNumber] = useState('');
  const [memo, setMemo] = useState('');
  const [isTried, setTried] = useState(false);
  const amountCents = centsOf(amount);
  const isCheckNumberWrong = method === 'check' && !/^\d{1,15}$/.test(checkNumber);
  const submit = () => {
    setTried(true);
    if (amountCents === undefined || amountCents === 0 || isCheckNumberWrong) return;
    onSubmit({
      ...{ amountCents, paymentMethod: method },
      ...(method === 'check' && { checkNumber: Number(checkNumber) }),
      ...(memo !== '' && { memo }),
    });
  };
  return (
    <Form onSubmit={() => submit()}>
      <TextField
        label="Amount in dollars"
        value={amount}
        onChange={setAmount}
        inputMode="decimal"
        autoFocus
        problem={isTried && !amountCents ? 'Please enter an amount, for example 125.00.' : undefined}
      />
      <ChoiceFilter
        label="Method"
        isRequired
        choices={METHOD_CHOICES}
        chosen={method}
        onChoose={(id) => setMethod(COLLECTED_METHODS.find((each) => each === id) ?? 'check')}
      />
      {method === 'check' && (
        <TextField
          label="Check number"
          value={checkNumber}
          onChange={setCheckNumber}
          inputMode="numeric"
          problem={isTried && isCheckNumberWrong ? 'Please enter the number on the check.' : undefined}
        />
      )}
      <TextField label="Memo" value={memo} onChange={setMemo} />
      {refusal !== undefined && (
        <Problem>
          {refusal instanceof GraphProblem ? refusal.message : 'It was refused.'}
          {refusal instanceof GraphProblem && typeof refusal.fields['reason'] === 'string' && (
            <> ({statusText(refusal.fields['reason'])})</>
          )}
        </Problem>
      )}
      <DialogFooter onCancel={onCancel} isHeld={isSending} isDisabled={isSending}>
        {isSending ? 'Recording …' : amountCents ? `Record ${dollars(amountCents)}` : 'Record'}
      </DialogFooter>
    </Form>
  );
}
