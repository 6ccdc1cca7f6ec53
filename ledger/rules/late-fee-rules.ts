import { type Cents, cents } from '../../core/money.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import type { Loan } from '../loan.js';
import { rollForward } from './business-day.js';
import { owedOn } from './payoff.js';
import { dueDate, installmentsDueBy } from './schedule.js';

/**
 * The last day on which an installment may be paid without a late fee: its grace days are over, and it is a business
 * day.
 */
export function lateFeeDay(loan: Pick<Loan, 'firstDueOn' | 'product'>, installment: number): IsoDate {
  return rollForward(addDays(dueDate(loan, installment), loan.product.lateFeeGraceDays));
}

/**
 * The installments to charge a late fee for when a business day closes: each that is unpaid after its last day without
 * one, and had none yet.
 *
 * The paid part of late fees counts as paid: an installment that would be paid without them gets no further late fee
 * (16 CFR 444.4 forbids pyramiding). The last installment is the whole remaining balance, including the interest cost
 * of that paid part. On a loan that has had a late fee, the schedule is therefore used for it, even after the paid part
 * is fully compensated.
 */
export function installmentsToCharge(loan: Loan, day: IsoDate): readonly number[] {
  const { lateFeeCents, toleranceCents } = loan.product;
  if (lateFeeCents === 0) return [];
  const { principalCents, interestCents } = owedOn(loan, day);
  const owed = principalCents + interestCents;
  const taken = lateFeesPaid(loan, day);
  const charged: number[] = [];
  const firstUnpaid = Math.min(Math.floor(loan.scheduledPaidCents / loan.scheduledPaymentCents) + 1, loan.termMonths);
  for (let installment = firstUnpaid; installment <= loan.termMonths; installment += 1) {
    if (lateFeeDay(loan, installment) > day) break;
    if (loan.lateFeeInstallments.includes(installment)) continue;
    const short = Math.min(installment * loan.scheduledPaymentCents - loan.scheduledPaidCents, owed);
    const unpaid = installment === loan.termMonths ? owed : short;
    const isLastAfterFee = installment === loan.termMonths && loan.lateFeeInstallments.length > 0;
    const isExcused = (taken > 0 || isLastAfterFee) && short <= toleranceCents + taken;
    if (unpaid > toleranceCents && !isExcused) charged.push(installment);
  }
  return charged;
}

/**
 * The paid part of late fees that still counts as paid when a day begins. An amount is compensated if no installment is
 * short by it when its last day without a late fee closes. Between two payments the first such evening decides: later
 * ones are short by more. The last installment compensates nothing: no installment follows it, and it would be charged
 * the day after it was excused.
 */
export function lateFeesPaid(loan: Loan, day: IsoDate): Cents {
  const { takenByLateFeesCents, scheduledPaymentCents, scheduledPaidCents, accruedThrough } = loan;
  if (takenByLateFeesCents === 0) return takenByLateFeesCents;
  const [installment] = installmentsWithLateFeeDay(loan, accruedThrough, day);
  if (installment === undefined || installment === loan.termMonths) return takenByLateFeesCents;
  const short = Math.max(installment * scheduledPaymentCents - scheduledPaidCents, 0);
  return cents(Math.min(takenByLateFeesCents, short));
}

/**
 * The late fees among a loan's fees, and their paid part, after a payment, which covers late fees before other fees.
 */
export function lateFeesAfterPayment(before: LateFees, feesPaidCents: Cents): LateFees {
  const paid = Math.min(before.lateFeesCents, feesPaidCents);
  return {
    lateFeesCents: cents(before.lateFeesCents - paid),
    takenByLateFeesCents: cents(before.takenByLateFeesCents + paid),
  };
}

/**
 * A loan that is charged off or paid, after a day. Installments whose last day without a late fee passed in the
 * meantime can no longer be charged one if the loan is reopened.
 */
export function closeLateFeeWindows(loan: Loan, through: IsoDate): Loan {
  const since = loan.chargedOffOn ?? loan.paidOffOn;
  if (loan.product.lateFeeCents === 0 || since === null) return loan;
  const passed = installmentsWithLateFeeDay(loan, since, addDays(through, 1));
  return { ...loan, lateFeeInstallments: [...new Set([...loan.lateFeeInstallments, ...passed])] };
}

/** The installments whose last day without a late fee is in a span: first day included, last day excluded. */
function installmentsWithLateFeeDay(loan: Loan, from: IsoDate, to: IsoDate): readonly number[] {
  const found: number[] = [];
  // Longer than any run of days off.
  const dueBefore = addDays(from, -loan.product.lateFeeGraceDays - 7);
  for (let installment = installmentsDueBy(loan, dueBefore) + 1; installment <= loan.termMonths; installment += 1) {
    const day = lateFeeDay(loan, installment);
    if (day >= to) break;
    if (day >= from) found.push(installment);
  }
  return found;
}

/** A waiver is allocated to other fees first: remaining late fees still excuse their paid part. */
export function lateFeesWithin(
  { lateFeesCents }: Pick<Loan, 'lateFeesCents'>,
  feesCents: Cents,
): Pick<Loan, 'lateFeesCents'> {
  return { lateFeesCents: cents(Math.min(lateFeesCents, feesCents)) };
}

/**
 * Late fees after an adjustment. An adjustment does not record what a fee is for, so a fee that it adds counts as a
 * late fee, as a boarded fee does: no later installment may cost a late fee because this one was taken out of a payment
 * (16 CFR 444.4).
 *
 * @param addedCents - the adjustment's change to fees; negative for a reduction
 * @param feesCents - all unpaid fees after it
 */
export function lateFeesAdjusted(
  { lateFeesCents }: Pick<Loan, 'lateFeesCents'>,
  addedCents: Cents,
  feesCents: Cents,
): Pick<Loan, 'lateFeesCents'> {
  return { lateFeesCents: cents(Math.min(lateFeesCents + Math.max(addedCents, 0), feesCents)) };
}

type LateFees = Pick<Loan, 'lateFeesCents' | 'takenByLateFeesCents'>;
