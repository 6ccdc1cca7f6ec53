import { useState } from 'react';
import { instrumentName } from '../../../format/display-names';
import { centsOf } from '../../../format/money';
import { ChangeScheduleDocument, type UpdateAutopayScheduleInput } from '../../../generated/graphql';
import { request } from '../../../graph/request';
import { useMutationOnce } from '../../../graph/use-mutation-once';
import { Problem } from '../../../ui/action-problem-alert';
import { Dialog, DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { DayOfPlan } from './day-of-plan';
import { MethodChoice, useMethods } from './method-choice';
import type { Schedule } from './shown-schedule';

interface ChangeAutopayProps {
  readonly accountId: string;
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

/** Changes the amount, the payment method and the end date; how often it charges never changes. */
export function ChangeAutopay({ accountId, schedule, onClose }: ChangeAutopayProps) {
  const { id, paymentMethodId, paymentMethod } = schedule;
  const methods = useMethods(accountId);
  const [amount, setAmount] = useState((schedule.amountCents / 100).toFixed(2));
  const [method, setMethod] = useState(paymentMethodId);
  const [endDate, setEndDate] = useState(schedule.endDate ?? '');
  const amountCents = centsOf(amount);
  const input: UpdateAutopayScheduleInput = {
    ...(amountCents && amountCents !== schedule.amountCents && { amountCents }),
    ...(method !== paymentMethodId && { paymentMethodId: method }),
    ...(endDate !== (schedule.endDate ?? '') && { endDate: endDate === '' ? null : endDate }),
  };
  const change = useMutationOnce({
    perform: () => request(ChangeScheduleDocument, { id, input, pauseReason: null }),
    changes: ['account'],
    onDone: onClose,
  });
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (!amountCents) return;
    if (Object.keys(input).length === 0) onClose();
    else change.start();
  };
  // The current method stays a choice when it can no longer be chosen for another schedule, such as an expired card.
  const isListed = methods?.some((each) => each.id === paymentMethodId) ?? true;
  const current = isListed || !paymentMethod ? [] : [{ id: paymentMethodId, isDefault: false, ...paymentMethod }];
  return (
    <Dialog title="Change autopay" isOpen onClose={onClose} isHeld={change.isPending}>
      <Form onSubmit={submit}>
        <TextField
          label="Amount in dollars"
          value={amount}
          onChange={setAmount}
          inputMode="decimal"
          autoFocus
          problem={isTried && !amountCents ? 'Please enter an amount, for example 125.00.' : undefined}
        />
        {methods === undefined ? (
          <p className="quiet">Charges {paymentMethod && instrumentName(paymentMethod)}</p>
        ) : (
          <MethodChoice
            methods={[...methods, ...current.map((each) => ({ ...each, party: null }))]}
            chosen={method}
            onChoose={setMethod}
            problem={undefined}
          />
        )}
        <DayOfPlan
          label="Last charge by (optional)"
          value={endDate}
          min={undefined}
          onChange={setEndDate}
          problem={undefined}
        />
        <Problem>{change.problem}</Problem>
        <DialogFooter onCancel={onClose} isHeld={change.isPending} isDisabled={change.isPending}>
          Save
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
