import { addDays, type IsoDate } from '../../../../core/dates.js';
import { type Cents, cents } from '../../../../core/money.js';
import type { Loan } from '../loan.js';
import { rollForward } from './business-day.js';
import { owedOn } from './payoff.js';
import { dueDate, installmentsDueBy } from './schedule.js';

/** The last day on which an installment may be paid without a late fee: its grace days are over, and it is a business day. */
export function lateFeeDay(loan: Pick<Loan, 'firstDueOn' | 'product'>, installment: number): IsoDate {
  return rollForward(addDays(dueDate(loan, installment), loan.product.lateFeeGraceDays));
}

/**
 * The installments that a late fee is to be charged for when a business day closes: each that is unpaid after its last day without
 * one, and had none yet.
 *
 * An installment that is short only of what late fees took gets no other (16 CFR 444.4 forbids to pyramid them). The last one is all
 * that is left, with what the taken money has cost in interest: there it is the schedule that is looked at.
 */
export function installmentsToCharge(loan: Loan, day: IsoDate): readonly number[] {
  const { lateFeeCents, toleranceCents } = loan.product;
  if (lateFeeCents === 0) return [];
  const { principalCents, interestCents } = owedOn(loan, day);
  const owed = principalCents + interestCents;
  const taken = loan.takenByLateFeesCents;
  const charged: number[] = [];
  const firstUnpaid = Math.min(Math.floor(loan.scheduledPaidCents / loan.scheduledPaymentCents) + 1, loan.termMonths);
  for (let installment = firstUnpaid; installment <= loan.termMonths; installment += 1) {
    if (lateFeeDay(loan, installment) > day) break;
    if (loan.lateFeeInstallments.includes(installment)) continue;
    const short = Math.min(installment * loan.scheduledPaymentCents - loan.scheduledPaidCents, owed);
    const unpaid = installment === loan.termMonths ? owed : short;
    const isExcused = taken > 0 && short <= toleranceCents + taken;
    if (unpaid > toleranceCents && !isExcused) charged.push(installment);
  }
  return charged;
}

/**
 * What of a loan's fees are late fees, and what they took: after a payment, which covers late fees before other fees. What they took
 * counts as long as it is lacking, and never for more than is lacking, to the installments that are due or begun: a part of the next one
 * may have been paid early, and still lack it.
 */
export function lateFeesAfterPayment(before: Loan, after: Loan, feesPaidCents: Cents): LateFees {
  const paid = Math.min(before.lateFeesCents, feesPaidCents);
  const { scheduledPaymentCents, scheduledPaidCents, termMonths } = after;
  const begun = Math.min(Math.ceil(scheduledPaidCents / scheduledPaymentCents), termMonths);
  const whole = Math.max(installmentsDueBy(after, after.accruedThrough), begun) * scheduledPaymentCents;
  const short = Math.max(whole - scheduledPaidCents, 0);
  return {
    lateFeesCents: cents(before.lateFeesCents - paid),
    takenByLateFeesCents: cents(Math.min(before.takenByLateFeesCents + paid, short)),
  };
}

/** What is forgiven or corrected comes off other fees first. */
export function lateFeesWithin({ lateFeesCents }: LateFees, feesCents: Cents): Pick<Loan, 'lateFeesCents'> {
  return { lateFeesCents: cents(Math.min(lateFeesCents, feesCents)) };
}

type LateFees = Pick<Loan, 'lateFeesCents' | 'takenByLateFeesCents'>;
