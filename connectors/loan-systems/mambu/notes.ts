import { paymentMarkOf, withPaymentMark } from '../payment-mark.js';

/** Mambu's limit for the notes of a transaction. */
const MOST_CHARACTERS = 255;

/** A reversal has no external id in Mambu: its reference is in the notes of the adjusting transaction. */
const MARK = /\btributary-(reversal|nsf):([\w-]+)/;

export interface ReversalMark {
  readonly reference: string;
  readonly isNsf: boolean;
}

export function reversalNotes({ reference, isNsf }: ReversalMark, reason: string | null): string {
  const mark = `tributary-${isNsf ? 'nsf' : 'reversal'}:${reference}`;
  return (reason === null ? mark : `${mark} ${reason}`).slice(0, MOST_CHARACTERS);
}

/** Undefined for notes that are not ours: an adjustment made by another user. */
export function reversalMarkOf(notes: string | undefined): ReversalMark | undefined {
  const [, kind, reference] = MARK.exec(notes ?? '') ?? [];
  return reference === undefined ? undefined : { reference, isNsf: kind === 'nsf' };
}

export interface PaymentNoteParts {
  readonly paymentMethod: string;
  readonly checkNumber: number | null;
  readonly memo: string | null;
  readonly paymentId?: string;
}

export function paymentNotes({ paymentMethod, checkNumber, memo, paymentId }: PaymentNoteParts): string {
  const instrument = checkNumber === null ? paymentMethod : `${paymentMethod} ${checkNumber}`;
  const text = memo === null ? instrument : `${instrument}: ${memo}`;
  return withPaymentMark(text, paymentId, MOST_CHARACTERS) ?? text;
}

/** The payment method that our notes begin with; undefined for notes without our mark, which others may have written. */
export function paymentMethodOf(notes: string | undefined): string | undefined {
  return paymentMarkOf(notes) === null ? undefined : /^\w+/.exec(notes ?? '')?.[0];
}
