import { isAHoliday } from '@18f/us-federal-holidays';
import type { PaidWithLateFees } from './recomputed.js';

/** What of a loan's terms late fees go by. */
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
  /** Principal and interest that are owed. */
  readonly owed: () => number;
  readonly towardSchedule: number;
  readonly takenByLateFees: number;
  /** Installments that had their late fee, here or in the system before. */
  readonly charged: ReadonlySet<number>;
}

const DAY_MS = 86_400_000;

/*
 * A second opinion on late fees, with calendar and arithmetic of its own. Imports nothing of the product.
 *
 * Whoever was charged a late fee and pays the next installment alone has that fee taken out of it, and is short by it: that is no
 * reason for another. Who pays less than an installment, or none, is short by more.
 */

/** The installments that are charged on an evening, and those that are short of nothing but what late fees took. */
export function chargedOn(
  terms: LateFeeTerms,
  { day, owed, towardSchedule, takenByLateFees, charged }: Evening,
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
    const isOfFees = takenByLateFees > 0 && behind - takenByLateFees <= terms.toleranceCents;
    (isOfFees ? excused : fees).push(number);
  }
  return { fees, excused };
}

/**
 * What late fees took and the schedule still lacks. Whenever money had come in, no more was lacking than what the installments that
 * were due, and the one that was paid in part, were short of; since then they took what they took. The least of all these is what is
 * lacking on their account.
 */
export function takenByLateFees(terms: LateFeeTerms, paid: readonly PaidWithLateFees[]): number {
  const takenFrom = (index: number) => paid.slice(index).reduce((sum, { lateFees }) => sum + Number(lateFees), 0);
  const lacking = paid.map(({ on, towardSchedule }, index) => {
    let left = Number(towardSchedule);
    let short = 0;
    for (let number = 1; number <= terms.termMonths; number += 1) {
      if (left <= 0 && dueOn(terms.firstDueOn, number) > on) break;
      short += Math.max(terms.scheduledPaymentCents - Math.max(left, 0), 0);
      left -= terms.scheduledPaymentCents;
    }
    return short + takenFrom(index + 1);
  });
  return Math.min(takenFrom(0), ...lacking);
}

/** The last day on which an installment may be paid without a late fee. */
export function lastDayOf({ firstDueOn, lateFeeGraceDays }: LateFeeTerms, number: number): string {
  let day = Date.parse(dueOn(firstDueOn, number)) + lateFeeGraceDays * DAY_MS;
  while (isDayOff(day)) day += DAY_MS;
  return dateOf(day);
}

/** The business days after a day, to another. */
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
