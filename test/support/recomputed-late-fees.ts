import { isAHoliday } from '@18f/us-federal-holidays';
import type { PaidWithLateFees } from './recomputed.js';

/** The terms for late fees. */
export interface LateFeeTerms {
  readonly firstDueOn: string;
  readonly termMonths: number;
  readonly scheduledPaymentCents: number;
  readonly lateFeeCents: number;
  readonly lateFeeGraceDays: number;
  readonly toleranceCents: number;
}

/** A loan on the evening of a business day. */
export interface Evening {
  readonly day: string;
  /** Principal and interest owed. */
  readonly owed: () => number;
  readonly towardSchedule: number;
  /** The same for its twin without late fees. */
  readonly twinTowardSchedule: number;
  /**
   * Installments that had their late fee, here or in the previous system, or whose last day without one fell while the
   * loan was not open.
   */
  readonly charged: ReadonlySet<number>;
}

const DAY_MS = 86_400_000;

/*
 * An independent check of late fees, with separate calendar and arithmetic. It imports nothing from the product.
 *
 * The loan has a twin, simulated day by day, whose payments are never used for late fees, so that they count toward its
 * schedule. An installment that the twin lacks costs a late fee. Anything else by which the twin is ahead, for
 * installments due by then, is ignored.
 */

/** The installments charged on an evening, and those that the loan lacks and its twin does not. */
export function chargedOn(
  terms: LateFeeTerms,
  { day, owed, towardSchedule, twinTowardSchedule, charged }: Evening,
): { readonly fees: readonly number[]; readonly excused: readonly number[] } {
  const fees: number[] = [];
  const excused: number[] = [];
  if (terms.lateFeeCents === 0) return { fees, excused };
  for (let number = 1; number <= terms.termMonths && lastDayOf(terms, number) <= day; number += 1) {
    if (charged.has(number)) continue;
    const level = number * terms.scheduledPaymentCents - towardSchedule;
    const isLast = number === terms.termMonths;
    if (level <= terms.toleranceCents && !isLast) continue;
    const behind = Math.min(level, owed());
    const unpaid = isLast ? owed() : behind;
    if (unpaid <= terms.toleranceCents) continue;
    const aheadBy = twinTowardSchedule - towardSchedule;
    // The remainder at the end is interest caused by fees: a loan that had a late fee but keeps its schedule is charged
    // no other one.
    const isTwinAsked = aheadBy > 0 || (isLast && charged.size > 0);
    const twinPaidIt = isTwinAsked && behind - aheadBy <= terms.toleranceCents;
    (twinPaidIt ? excused : fees).push(number);
  }
  return { fees, excused };
}

/**
 * The twin's payments toward its schedule at the start of a day. The two differ by payments used for late fees and not
 * made up for.
 */
export function twinTowardSchedule(terms: LateFeeTerms, paid: readonly PaidWithLateFees[], day: string): number {
  let [own, twin] = [Number(paid[0]?.before ?? 0n), Number(paid[0]?.before ?? 0n)];
  let asked = 0;
  const askBefore = (date: string): void => {
    // No installment after the last one could be short by less: what it lacks excuses it on every later evening.
    while (asked < terms.termMonths - 1 && lastDayOf(terms, asked + 1) < date) {
      asked += 1;
      twin = Math.max(own, Math.min(twin, asked * terms.scheduledPaymentCents));
    }
  };
  for (const { on, before, towardSchedule, lateFees } of paid) {
    askBefore(on);
    own = Number(towardSchedule);
    twin += Number(towardSchedule - before + lateFees);
  }
  askBefore(day);
  return twin;
}

/** The last day on which an installment may be paid without a late fee. */
export function lastDayOf({ firstDueOn, lateFeeGraceDays }: LateFeeTerms, number: number): string {
  let day = Date.parse(dueOn(firstDueOn, number)) + lateFeeGraceDays * DAY_MS;
  while (isDayOff(day)) day += DAY_MS;
  return dateOf(day);
}

/** The business days after one day, through another. */
export function businessDaysBetween(after: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = Date.parse(after) + DAY_MS; day <= Date.parse(to); day += DAY_MS)
    if (!isDayOff(day)) days.push(dateOf(day));
  return days;
}

const dueDates = new Map<string, string>();

function dueOn(firstDueOn: string, number: number): string {
  const key = `${firstDueOn} ${number}`;
  const known = dueDates.get(key) ?? dueDate(firstDueOn, number);
  dueDates.set(key, known);
  return known;
}

function dueDate(firstDueOn: string, number: number): string {
  const [year = 0, month = 0, day = 0] = firstDueOn.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + number, 0)).getUTCDate();
  return dateOf(Date.UTC(year, month - 2 + number, Math.min(day, lastOfMonth)));
}

const daysOff = new Map<number, boolean>();

function isDayOff(day: number): boolean {
  const date = new Date(day);
  const isOff = daysOff.get(day) ?? ([0, 6].includes(date.getUTCDay()) || isAHoliday(date, { utc: true }));
  daysOff.set(day, isOff);
  return isOff;
}

function dateOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
