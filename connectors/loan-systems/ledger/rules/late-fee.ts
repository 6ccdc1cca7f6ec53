import { addDays, type IsoDate } from '../../../../core/dates.js';
import type { Loan } from '../loan.js';
import { paysFeesBeforePrincipal } from './application.js';
import { rollForward } from './business-day.js';
import { owedOn } from './payoff.js';
import { dueDate } from './schedule.js';

/** The last day on which an installment may be paid without a late fee: its grace days are over, and it is a business day. */
export function lateFeeDay(loan: Pick<Loan, 'firstDueOn' | 'product'>, installment: number): IsoDate {
  return rollForward(addDays(dueDate(loan, installment), loan.product.lateFeeGraceDays));
}

/**
 * The installments that a late fee is to be charged for when a business day closes: each that is unpaid after its last day without
 * one, and had none yet.
 *
 * An installment that is unpaid only because late fees were paid first gets no other (16 CFR 444.4 forbids to pyramid them): what is
 * short by no more than the late fees charged so far is taken as paid here.
 */
export function installmentsToCharge(loan: Loan, day: IsoDate): readonly number[] {
  const { lateFeeCents, toleranceCents, applicationOrder } = loan.product;
  if (lateFeeCents === 0) return [];
  const { principalCents, interestCents } = owedOn(loan, day);
  const owed = principalCents + interestCents;
  const charged: number[] = [];
  const firstUnpaid = Math.min(Math.floor(loan.scheduledPaidCents / loan.scheduledPaymentCents) + 1, loan.termMonths);
  for (let installment = firstUnpaid; installment <= loan.termMonths; installment += 1) {
    if (lateFeeDay(loan, installment) > day) break;
    if (loan.lateFeeInstallments.includes(installment)) continue;
    const level = installment * loan.scheduledPaymentCents - loan.scheduledPaidCents;
    const unpaid = installment === loan.termMonths ? owed : Math.min(level, owed);
    const before = loan.lateFeeInstallments.length + charged.length;
    const paidForFees = paysFeesBeforePrincipal(applicationOrder) ? before * lateFeeCents : 0;
    if (unpaid > toleranceCents + paidForFees) charged.push(installment);
  }
  return charged;
}
