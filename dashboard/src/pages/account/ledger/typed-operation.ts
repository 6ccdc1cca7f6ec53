import { centsOf } from '../../../format/money';
import type { LedgerOperationType, PreviewLedgerOperationInput, WaivedComponent } from '../../../generated/graphql';
import type { LoanOperation } from '../../../money/loan-request';

/** What is typed into the form of an operation; each operation uses some of it. */
export interface TypedOperation {
  readonly component: WaivedComponent;
  readonly amount: string;
  readonly principal: string;
  readonly interest: string;
  readonly fees: string;
  readonly reason: string;
}

export const NOTHING_TYPED: TypedOperation = {
  component: 'fees',
  ...{ amount: '', principal: '', interest: '', fees: '', reason: '' },
};

/** What was sent before, to be corrected. */
export function typedBefore(sent: LoanOperation | undefined): TypedOperation {
  if (sent === undefined) return NOTHING_TYPED;
  if (sent.type === 'waiver') {
    const { component, amountCents, reason } = sent.input;
    return { ...NOTHING_TYPED, component, amount: shown(amountCents), reason };
  }
  if (sent.type === 'adjustment') {
    const { principalCents, interestCents, feesCents, reason } = sent.input;
    const amounts = { principal: shown(principalCents), interest: shown(interestCents), fees: shown(feesCents) };
    return { ...NOTHING_TYPED, ...amounts, reason };
  }
  return 'reason' in sent ? { ...NOTHING_TYPED, reason: sent.reason } : NOTHING_TYPED;
}

function shown(cents: number | null | undefined): string {
  return cents ? (cents / 100).toFixed(2) : '';
}

/** Typed dollars with a sign, in cents; 0 for an empty text, undefined for what is no amount. */
export function signedCentsOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  const isNegative = /^[-−]/.test(trimmed);
  const cents = centsOf(trimmed.replace(/^[-−+]\s*/, ''));
  return cents === undefined ? undefined : isNegative ? -cents : cents;
}

/** What to ask the ledger for a preview; undefined while an amount is missing. */
export function previewInput(
  type: LedgerOperationType,
  typed: TypedOperation,
): PreviewLedgerOperationInput | undefined {
  if (type === 'waiver') {
    const amountCents = centsOf(typed.amount);
    return amountCents ? { type, component: typed.component, amountCents } : undefined;
  }
  if (type !== 'adjustment') return { type };
  const amounts = adjustmentAmounts(typed);
  return amounts && { type, ...amounts };
}

/** Undefined while nothing is to be changed, or an amount is not one. */
export function adjustmentAmounts({ principal, interest, fees }: TypedOperation) {
  const [principalCents, interestCents, feesCents] = [principal, interest, fees].map(signedCentsOf);
  if (principalCents === undefined || interestCents === undefined || feesCents === undefined) return undefined;
  return principalCents || interestCents || feesCents ? { principalCents, interestCents, feesCents } : undefined;
}

/** The operation to send; undefined while something is missing. @param owedCents - what a disbursement pays out */
export function operationOf(
  type: LedgerOperationType,
  typed: TypedOperation,
  owedCents: number,
): LoanOperation | undefined {
  const reason = typed.reason.trim();
  switch (type) {
    case 'disbursement':
      return { type, amountCents: owedCents };
    case 'closing':
      return { type };
    case 'waiver': {
      const amountCents = centsOf(typed.amount);
      return amountCents && reason ? { type, input: { component: typed.component, amountCents, reason } } : undefined;
    }
    case 'adjustment': {
      const amounts = adjustmentAmounts(typed);
      return amounts && reason ? { type, input: { ...amounts, reason } } : undefined;
    }
    case 'charge_off':
    case 'charge_off_reversal':
      return reason ? { type, reason } : undefined;
  }
}
