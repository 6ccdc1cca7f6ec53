import assert from 'node:assert/strict';
import {
  isBusinessDay,
  previousBusinessDay,
  rollForward,
} from '../../connectors/loan-systems/ledger/rules/business-day.js';
import { dueDate } from '../../connectors/loan-systems/ledger/rules/schedule.js';
import { addDays, type IsoDate } from '../../core/dates.js';
import type { LedgerBook } from './ledger-book.js';
import { countingOf, factsOf } from './ledger-facts.js';
import { recomputed } from './recomputed.js';

/** Late fees that were met, and those that were not charged. */
export interface LateFeesMet {
  lateFees: number;
  notPyramided: number;
}

/** Closes the days before a day, and holds the late fees that day-end charged against what the terms say of each installment. */
export function closeDays(book: LedgerBook, day: IsoDate, met: LateFeesMet, where: string): void {
  const before = book.loan;
  const count = book.entries.length;
  book.closeDaysBefore(day);
  const { loan } = book;
  const { lateFeeCents, lateFeeGraceDays, toleranceCents, applicationOrder } = loan.product;
  const fees = book.entries.slice(count).filter(({ type }) => type === 'late_fee');
  for (const { transaction } of fees) assert.equal(transaction.amountCents, lateFeeCents, where);
  assert.deepEqual(
    fees.map(({ memo }) => memo),
    loan.lateFeeInstallments.slice(before.lateFeeInstallments.length).map((number) => `installment ${number}`),
    where,
  );
  assert.equal(new Set(loan.lateFeeInstallments).size, loan.lateFeeInstallments.length, `${where}: one each`);
  met.lateFees += fees.length;
  if (lateFeeCents === 0 || (before.status !== 'active' && before.status !== 'delinquent')) {
    assert.equal(fees.length, 0, where);
    return;
  }
  const closedOn = loan.chargedOffOn ?? previousBusinessDay(rollForward(day));
  const { principal, interest } = recomputed(countingOf(loan), factsOf(book.entries), closedOn);
  const owed = Number(principal + interest);
  for (let number = 1; number <= loan.termMonths; number += 1) {
    const lastDay = rollForward(addDays(dueDate(loan, number), lateFeeGraceDays));
    const charged = fees.find(({ memo }) => memo === `installment ${number}`);
    const isShort = Math.min(number * loan.scheduledPaymentCents - loan.scheduledPaidCents, owed);
    const unpaid = number === loan.termMonths ? owed : isShort;
    const first = before.lateFeeInstallments.length;
    const excused = (others: number) => (applicationOrder === 'interest_principal_fees' ? 0 : others * lateFeeCents);
    if (charged !== undefined) {
      assert.ok(lastDay <= charged.effectiveOn, `${where}: installment ${number} in its grace days`);
      assert.ok(isBusinessDay(charged.effectiveOn), where);
      assert.ok(!before.lateFeeInstallments.includes(number), where);
    } else if (
      lastDay <= closedOn &&
      loan.chargedOffOn === null &&
      before.dayEndThrough !== loan.dayEndThrough &&
      !before.lateFeeInstallments.includes(number) &&
      unpaid > toleranceCents
    ) {
      assert.ok(unpaid <= toleranceCents + excused(first + fees.length), `${where}: installment ${number} has no fee`);
      met.notPyramided += 1;
    }
    if (charged !== undefined && number < loan.termMonths) {
      assert.ok(
        unpaid > toleranceCents + excused(first + fees.indexOf(charged)),
        `${where}: installment ${number} is paid`,
      );
    }
  }
}
