import type { Cents } from '../../core/money.js';
import type { Clock } from '../../core/time/clock.js';
import type { Components, Loan } from '../loan.js';
import { previousBusinessDay } from '../rules/business-day.js';
import { payoffCents } from '../rules/payoff.js';
import { postingDays } from '../rules/posting-days.js';
import { closeDays } from './close-days.js';
import type { Refusal } from './operation-result.js';
import { pay } from './payment.js';

/** What a payment would do to a loan if it were posted now. */
export interface PaymentPreview {
  readonly kind: 'preview';
  readonly split: Components;
  /** The payoff amount after the payment; 0 if it pays the loan off. */
  readonly remainingCents: Cents;
}

/**
 * The same rules as a posting, without writing anything: a posting that follows with nothing in between has this
 * result.
 *
 * @param stored - the loan as it was read; days that day-end has not closed yet are closed in memory.
 * @param business - the clock of its organization.
 */
export function previewPayment(stored: Loan, amountCents: Cents, business: Clock): PaymentPreview | Refusal {
  const { businessDay, accrueTo } = postingDays(business.now());
  const { loan } = closeDays(stored, previousBusinessDay(businessDay));
  const payment = { externalReference: '', paymentMethod: '', memo: null, amountCents };
  const act = pay(loan, payment, businessDay, accrueTo(loan));
  if (act.kind === 'refused') return act;
  const { principalCents, interestCents, feesCents } = act.entries[0]?.transaction ?? NONE;
  if (principalCents === null || interestCents === null || feesCents === null)
    throw new Error('a payment has an allocation');
  const split = { principalCents, interestCents, feesCents };
  return { kind: 'preview', split, remainingCents: payoffCents(act.loan, accrueTo(loan)) };
}

const NONE = { principalCents: null, interestCents: null, feesCents: null };
