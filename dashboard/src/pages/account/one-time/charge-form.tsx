import { useEffect, useState } from 'react';
import { shortDay, todayIn } from '../../../format/dates';
import { centsOf, dollars } from '../../../format/money';
import { BUSINESS_ZONE } from '../../../format/time-zones';
import type { AccountPageQuery, OneTimeChargeInput } from '../../../generated/graphql';
import { useLenders } from '../../../lender/lenders';
import { SecondPersonNotice, SentForApproval, useNeedsSecondPerson } from '../../../money/second-person';
import { Problem } from '../../../ui/action-problem-alert';
import { DialogFooter } from '../../../ui/dialog';
import { Form } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { AmountChoices, type UsualAmounts } from '../amount-choices';
import { MethodChoice, type StoredMethod } from '../autopay/method-choice';
import type { Schedule } from '../autopay/shown-schedule';
import { PreviewedPayment } from '../previewed-payment';
import { AuthorizationFields } from './authorization-fields';
import { type OneTimeCharge, useChargeOnce } from './use-charge-once';

export type ChargedLoan = Pick<AccountPageQuery['account'], 'id' | 'organizationId' | 'borrowers'>;

interface ChargeFormProps {
  readonly account: ChargedLoan;
  readonly schedules: readonly Schedule[];
  readonly amounts: UsualAmounts;
  readonly methods: readonly StoredMethod[];
  readonly onSending: (isSending: boolean) => void;
  readonly onCharged: (charge: OneTimeCharge) => void;
  readonly onCancel: () => void;
}

export function ChargeForm(props: ChargeFormProps) {
  const { account, schedules, amounts, methods, onSending, onCharged, onCancel } = props;
  const { id, organizationId } = account;
  const lender = useLenders().lenders.find((each) => each.id === organizationId);
  // Charges follow New York’s day, and a sandbox’s its own clock.
  const today = lender?.isSandbox ? lender.today : todayIn(BUSINESS_ZONE);
  const borrowers = account.borrowers.filter(({ isActive }) => isActive);
  const [amount, setAmount] = useState('');
  const [picked, setPicked] = useState<string>();
  const [authorizer, setAuthorizer] = useState<string>();
  const [how, setHow] = useState<OneTimeChargeInput['authorizationMethod']>('phone');
  const [authorizedOn, setAuthorizedOn] = useState(today);
  const [isTried, setTried] = useState(false);

  const method = methods.find((each) => each.id === picked) ?? methods.find((each) => each.isDefault) ?? methods[0];
  const owner = borrowers.find(({ partyId }) => partyId === method?.party?.id) ?? borrowers[0];
  const authorizedBy = authorizer ?? owner?.partyId ?? '';
  const amountCents = centsOf(amount);
  const input = (): OneTimeChargeInput => ({
    ...{ paymentMethodId: method?.id ?? '', amountCents: amountCents ?? 0, authorizerId: authorizedBy, authorizedOn },
    ...{ authorizationMethod: how, ...(allowsEqual && { allowsEqual }) },
  });
  const charging = useChargeOnce(id, { input, onDone: onCharged });
  const { isPending, equal, problemAt, sentForApproval } = charging;
  const needsSecond = useNeedsSecondPerson({
    ...{ organizationId, act: 'one_time_charge', amountCents: amountCents ?? 0, isAsked: true },
  });
  const allowsEqual = equal !== undefined && equal.paymentMethodId === method?.id && equal.amountCents === amountCents;
  useEffect(() => onSending(isPending), [isPending, onSending]);
  const submit = () => {
    setTried(true);
    if (amountCents && authorizedOn !== '') charging.start();
  };
  const retrying = schedules.find(({ status, lastRun }) => status === 'active' && lastRun?.status === 'retrying');
  if (sentForApproval !== undefined) return <SentForApproval id={sentForApproval} onClose={onCancel} />;
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Amount in dollars"
        value={amount}
        onChange={setAmount}
        inputMode="decimal"
        autoFocus
        problem={isTried && !amountCents ? 'Please enter an amount, for example 125.00.' : problemAt('amountCents')}
      />
      <AmountChoices amounts={amounts} onChoose={(cents) => setAmount((cents / 100).toFixed(2))} />
      <MethodChoice
        methods={methods}
        chosen={method?.id ?? ''}
        onChoose={setPicked}
        problem={problemAt('paymentMethodId')}
      />
      <AuthorizationFields
        {...{ borrowers, authorizedBy, how, authorizedOn, today, problemAt }}
        onAuthorizer={setAuthorizer}
        onHow={setHow}
        onDay={setAuthorizedOn}
      />
      <PreviewedPayment
        accountId={id}
        input={amountCents ? { amountCents, paymentMethod: 'card', checkNumber: null } : undefined}
      />
      {retrying?.lastRun && (
        <p className="notice">
          Autopay was declined and charges {dollars(retrying.amountCents)} again
          {retrying.lastRun.nextTryOn && ` on ${shortDay(retrying.lastRun.nextTryOn)}`}. Pause or cancel it if this
          charge replaces it.
        </p>
      )}
      {allowsEqual && (
        <p className="notice" role="alert">
          The same amount was charged to this method today. Charge it again only if the borrower wants to pay twice.
        </p>
      )}
      {needsSecond && <SecondPersonNotice />}
      <Problem>{charging.problem}</Problem>
      <DialogFooter onCancel={onCancel} isHeld={isPending} isDisabled={isPending}>
        {isPending
          ? 'Charging …'
          : needsSecond
            ? 'Send for approval'
            : `${allowsEqual ? 'Charge again' : 'Charge'}${amountCents ? ` ${dollars(amountCents)}` : ''}`}
      </DialogFooter>
    </Form>
  );
}
