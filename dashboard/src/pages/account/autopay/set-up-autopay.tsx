import { useState } from 'react';
import { todayIn } from '../../../format/dates';
import { frequency } from '../../../format/display-names';
import { centsOf } from '../../../format/money';
import { BUSINESS_ZONE } from '../../../format/time-zones';
import type { FrequencyUnit, PreviewScheduleInput } from '../../../generated/graphql';
import { useLenders } from '../../../lender/lenders';
import { Problem } from '../../../ui/action-problem-alert';
import { ChoiceFilter } from '../../../ui/choice-filter';
import { Dialog, DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { DayOfPlan } from './day-of-plan';
import { MethodChoice, useMethods } from './method-choice';
import { NoMethod } from './no-method';
import { PlannedRuns } from './planned-runs';
import { useCreateSchedule } from './use-create-schedule';

interface SetUpAutopayProps {
  readonly account: { readonly id: string; readonly organizationId: string };
  readonly onClose: () => void;
}

/** Creates a schedule that charges a stored payment method of a borrower. */
export function SetUpAutopay({ account: { id, organizationId }, onClose }: SetUpAutopayProps) {
  const methods = useMethods(id);
  const lender = useLenders().lenders.find((each) => each.id === organizationId);
  // Schedules follow New York’s day, and a sandbox’s its own clock.
  const today = lender?.isSandbox ? lender.today : todayIn(BUSINESS_ZONE);
  const [picked, setPicked] = useState<string>();
  const [amount, setAmount] = useState('');
  const [unit, setUnit] = useState<FrequencyUnit>('month');
  const [interval, setInterval] = useState('1');
  const [startDate, setStartDate] = useState(today);
  const [endDate, setEndDate] = useState('');
  const [isTried, setTried] = useState(false);

  const method = picked ?? (methods?.find(({ isDefault }) => isDefault) ?? methods?.[0])?.id ?? '';
  const amountCents = centsOf(amount);
  const frequencyInterval = /^\d{1,3}$/.test(interval) ? Number(interval) : 0;
  const isReady = Boolean(amountCents) && frequencyInterval > 0 && startDate !== '';
  const plan: PreviewScheduleInput = {
    ...{ accountId: id, amountCents: amountCents ?? 0, frequencyUnit: unit, frequencyInterval },
    ...{ startDate, endDate: endDate === '' ? null : endDate },
  };
  const creation = useCreateSchedule(id, { input: () => ({ ...plan, paymentMethodId: method }), onDone: onClose });
  const { isPending, problemAt } = creation;
  const submit = () => {
    setTried(true);
    if (isReady && method !== '') creation.start();
  };
  return (
    <Dialog title="Set up autopay" isOpen onClose={onClose} isHeld={isPending}>
      {methods?.length === 0 ? (
        <NoMethod onClose={onClose} />
      ) : (
        <Form onSubmit={submit}>
          <TextField
            label="Amount in dollars"
            value={amount}
            onChange={setAmount}
            inputMode="decimal"
            autoFocus
            problem={isTried && !amountCents ? 'Please enter an amount, for example 125.00.' : problemAt('amountCents')}
          />
          <MethodChoice
            methods={methods ?? []}
            chosen={method}
            onChoose={setPicked}
            problem={problemAt('paymentMethodId')}
          />
          <div className="field-row">
            <TextField
              label="Every"
              value={interval}
              onChange={setInterval}
              inputMode="numeric"
              problem={isTried && frequencyInterval === 0 ? 'Please enter a number.' : problemAt('frequencyInterval')}
            />
            <div className="at-end">
              <ChoiceFilter
                label="Unit"
                isRequired
                choices={UNITS}
                chosen={unit}
                onChoose={(each) => setUnit(UNITS.find(({ id: known }) => known === each)?.id ?? unit)}
              />
            </div>
          </div>
          <div className="field-row">
            <DayOfPlan
              label="First charge from"
              value={startDate}
              min={today}
              onChange={setStartDate}
              problem={isTried && startDate === '' ? 'Please choose a day.' : problemAt('startDate')}
            />
            <DayOfPlan
              label="Last charge by (optional)"
              value={endDate}
              min={startDate}
              onChange={setEndDate}
              problem={problemAt('endDate')}
            />
          </div>
          <PlannedRuns schedule={isReady ? plan : undefined} />
          <Problem>{creation.problem}</Problem>
          <DialogFooter onCancel={onClose} isHeld={isPending} isDisabled={isPending || methods === undefined}>
            {isReady ? `Charge ${frequency(unit, frequencyInterval).toLowerCase()}` : 'Set up'}
          </DialogFooter>
        </Form>
      )}
    </Dialog>
  );
}

const UNITS = [
  { id: 'day', text: 'days' },
  { id: 'week', text: 'weeks' },
  { id: 'month', text: 'months' },
  { id: 'year', text: 'years' },
] as const satisfies readonly { readonly id: FrequencyUnit; readonly text: string }[];
