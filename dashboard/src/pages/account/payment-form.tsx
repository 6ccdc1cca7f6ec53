import { useState } from 'react';
import { BRAND_CHOICES, METHOD_FIELDS, methodInput } from '../../format/fields-of-payment-method';
import { centsOf, dollars } from '../../format/money';
import { COLLECTED_METHODS, METHOD_CHOICES } from '../../format/payment-method-names-and-receipt-sums';
import type { CollectedPaymentMethod, RecordPaymentInput } from '../../generated/graphql';
import { useTyped } from '../../session/typed-values';
import { Problem } from '../../ui/action-problem-alert';
import { ChoiceFilter } from '../../ui/choice-filter';
import { DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { AmountChoices, type UsualAmounts } from './amount-choices';
import { PreviewedPayment } from './previewed-payment';

interface PaymentFormProps {
  readonly accountId: string;
  /** What was sent before, where it was not posted. */
  readonly sentBefore: RecordPaymentInput | undefined;
  readonly isSending: boolean;
  readonly refusal: string | undefined;
  /** The server's problem with a field, by its name in the API. */
  readonly problemAt: (field: string) => string | undefined;
  readonly amounts: UsualAmounts;
  readonly onSubmit: (input: RecordPaymentInput) => void;
  readonly onCancel: () => void;
}

interface TypedPayment {
  readonly amount: string;
  readonly method: CollectedPaymentMethod;
  readonly number: string;
  readonly reference: string;
  readonly memo: string;
}

export function PaymentForm(props: PaymentFormProps) {
  const { accountId, sentBefore, isSending, refusal, problemAt, amounts, onSubmit, onCancel } = props;
  const [typed, setTyped] = useTyped<TypedPayment>(`payment:${accountId}`, typedBefore(sentBefore));
  const [brand, setBrand] = useState<string>(sentBefore?.cardBrand ?? '');
  const [isTried, setTried] = useState(false);
  const { amount, method, number, reference, memo } = typed;
  const change = (changed: Partial<TypedPayment>) => setTyped({ ...typed, ...changed });
  const amountCents = centsOf(amount);
  const field = METHOD_FIELDS[method];
  const input = methodInput({ method, number, brand });
  const isFieldWrong = isTried && input === undefined;
  const submit = () => {
    setTried(true);
    if (!amountCents || input === undefined) return;
    const texts = { ...(reference !== '' && { externalReference: reference }), ...(memo !== '' && { memo }) };
    onSubmit({ amountCents, ...input, ...texts });
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Amount in dollars"
        value={amount}
        onChange={(text) => change({ amount: text })}
        inputMode="decimal"
        autoFocus
        problem={isTried && !amountCents ? 'Please enter an amount, for example 125.00.' : problemAt('amountCents')}
      />
      <AmountChoices amounts={amounts} onChoose={(cents) => change({ amount: (cents / 100).toFixed(2) })} />
      <ChoiceFilter
        label="Method"
        isRequired
        choices={METHOD_CHOICES}
        chosen={method}
        onChoose={(id) => change({ method: COLLECTED_METHODS.find((each) => each === id) ?? 'check', number: '' })}
      />
      {field?.kind === 'number' && (
        <TextField
          label={field.label}
          value={number}
          onChange={(text) => change({ number: text })}
          inputMode="numeric"
          problem={isFieldWrong ? field.problem : problemAt('checkNumber')}
        />
      )}
      {field?.kind === 'brand' && (
        <ChoiceFilter
          label="Card"
          isRequired
          choices={BRAND_CHOICES}
          chosen={brand}
          onChoose={setBrand}
          problem={isFieldWrong ? 'Please choose the brand of the card.' : problemAt('cardBrand')}
        />
      )}
      <TextField
        label="Your reference"
        value={reference}
        onChange={(text) => change({ reference: text })}
        maxLength={64}
        problem={problemAt('externalReference')}
      />
      <TextField label="Memo" value={memo} onChange={(text) => change({ memo: text })} problem={problemAt('memo')} />
      <PreviewedPayment
        accountId={accountId}
        input={
          amountCents ? { amountCents, paymentMethod: method, checkNumber: input?.checkNumber ?? null } : undefined
        }
      />
      <Problem>{refusal}</Problem>
      <DialogFooter onCancel={onCancel} isHeld={isSending} isDisabled={isSending}>
        {isSending ? 'Recording …' : amountCents ? `Record ${dollars(amountCents)}` : 'Record'}
      </DialogFooter>
    </Form>
  );
}

function typedBefore(input: RecordPaymentInput | undefined): TypedPayment {
  return {
    amount: input === undefined ? '' : (input.amountCents / 100).toFixed(2),
    method: input?.paymentMethod ?? 'check',
    number: String(input?.checkNumber ?? ''),
    reference: input?.externalReference ?? '',
    memo: input?.memo ?? '',
  };
}
