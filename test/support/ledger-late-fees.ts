import assert from 'node:assert/strict';
import type { IsoDate } from '../../core/time/dates.js';
import { previousBusinessDay, rollForward } from '../../ledger/rules/business-day.js';
import type { LedgerBook } from './ledger-book.js';
import { countingOf, factsOf } from './ledger-facts.js';
import { recomputed } from './recomputed.js';
import {
  businessDaysBetween,
  chargedOn,
  type LateFeeTerms,
  lastDayOf,
  twinTowardSchedule,
} from './recomputed-late-fees.js';

/** Late fees that occurred, and those that were not charged. */
export interface LateFeesMet {
  lateFees: number;
  lateFeesOfBoarded: number;
  notPyramided: number;
}

/**
 * For each book, installments whose last day without a late fee fell while the loan was charged off, paid off or
 * closed.
 */
const passedOver = new WeakMap<LedgerBook, Set<number>>();

/**
 * Closes the days before a day, and compares the late fees of each evening with those by the terms and the payments.
 */
export function closeDays(book: LedgerBook, day: IsoDate, met: LateFeesMet, where: string): void {
  const before = book.loan;
  const { length } = book.entries;
  const facts = factsOf(book);
  book.closeDaysBefore(day);
  const told = book.entries.slice(length).filter(({ type }) => type === 'late_fee');
  for (const { transaction } of told) assert.equal(transaction.amountCents, before.product.lateFeeCents, where);

  const isOpen = before.status === 'active' || before.status === 'delinquent';
  const through = previousBusinessDay(rollForward(day));
  const closed = businessDaysBetween(before.dayEndThrough ?? assert.fail('it was opened'), through);
  // A loan pays no late fee on the day of its charge-off or later.
  const isCharging = (evening: string) => isOpen && evening < (book.loan.chargedOffOn ?? '9999-12-31');
  const evenings = closed.filter(isCharging);
  const terms = lateFeeTermsOf(book);
  const { towardSchedule, paid } = recomputed(countingOf(before), facts);
  const passed = passedOver.get(book) ?? new Set();
  const charged = new Set([...chargedBefore(book, length, terms), ...passed]);
  const expected = evenings.flatMap((evening) => {
    const owed = () => {
      const { principal, interest } = recomputed(countingOf(before), facts, evening);
      return Number(principal + interest);
    };
    const twin = paid.length === 0 ? Number(towardSchedule) : twinTowardSchedule(terms, paid, evening);
    const standing = { day: evening, owed, towardSchedule: Number(towardSchedule), twinTowardSchedule: twin, charged };
    const { fees, excused } = chargedOn(terms, standing);
    for (const number of fees) charged.add(number);
    if (evening === evenings.at(-1)) met.notPyramided += excused.length;
    return fees.map((number) => [evening, `installment ${number}`]);
  });
  assert.deepEqual(
    told.map(({ effectiveOn, memo }) => [effectiveOn, memo]),
    expected,
    where,
  );
  for (const evening of closed.filter((evening) => !isCharging(evening)))
    for (let number = 1; number <= terms.termMonths; number += 1)
      if (lastDayOf(terms, number) === evening) passed.add(number);
  passedOver.set(book, passed);
  met.lateFees += told.length;
  if (book.entries[0]?.type === 'opening') met.lateFeesOfBoarded += told.length;
}

export function lateFeeTermsOf({ loan }: LedgerBook): LateFeeTerms {
  const { firstDueOn, termMonths, scheduledPaymentCents, product } = loan;
  const { lateFeeCents, lateFeeGraceDays, toleranceCents } = product;
  return { firstDueOn, termMonths, scheduledPaymentCents, lateFeeCents, lateFeeGraceDays, toleranceCents };
}

/**
 * The installments with a late fee by the loan's entries; for a boarded loan, also those whose day fell in the previous
 * system.
 */
function* chargedBefore({ entries, loan }: LedgerBook, length: number, terms: LateFeeTerms): Generator<number> {
  for (const { type, memo } of entries.slice(0, length))
    if (type === 'late_fee') yield Number(memo?.replace('installment ', ''));
  const [first] = entries;
  if (first?.type !== 'opening') return;
  for (let number = 1; number <= loan.termMonths; number += 1)
    if (lastDayOf(terms, number) < first.effectiveOn) yield number;
}
