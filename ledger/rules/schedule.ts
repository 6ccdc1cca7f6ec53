import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { type Cents, cents } from '../../core/money.js';
import { daysBetween, type IsoDate, isoDate } from '../../core/time/dates.js';
import type { PastDuePosition } from '../../loan-model/projection/account-change.js';
import type { Loan } from '../loan.js';
import { type AnnualRate, rateParts } from './annual-rate.js';
import { previousBusinessDay } from './business-day.js';
import { paysFeesBeforePrincipal } from './payment-allocation.js';
import { owedForPayoff } from './payoff.js';
import { accrualDayOf } from './posting-days.js';

/** The terms that determine a schedule. */
type Schedule = Pick<Loan, 'firstDueOn' | 'termMonths' | 'scheduledPaymentCents'>;

/**
 * The level monthly payment that repays a loan over its term, rounded up to the cent:
 * P·r·(1+r)ⁿ / ((1+r)ⁿ − 1), with r = the annual rate / 12 a month, in exact integers.
 */
export function levelPaymentCents(principalCents: Cents, annualRate: AnnualRate, termMonths: number): Cents {
  const principal = BigInt(principalCents);
  const term = BigInt(termMonths);
  const { parts: rate, partsOfWhole } = rateParts(annualRate);
  if (rate === 0n) return cents(Number((principal + term - 1n) / term));
  const whole = 12n * partsOfWhole;
  const grown = (whole + rate) ** term;
  const divisor = whole * (grown - whole ** term);
  return cents(Number((principal * rate * grown + divisor - 1n) / divisor));
}

/** The due date of the nth installment, counted from 1; a day that the month lacks becomes its last. */
export function dueDate(schedule: Pick<Schedule, 'firstDueOn'>, installment: number): IsoDate {
  const known = dueDates.get(schedule.firstDueOn)?.[installment - 1];
  if (known !== undefined) return known;
  const found = isoDate(Temporal.PlainDate.from(schedule.firstDueOn).add({ months: installment - 1 }));
  remember(schedule.firstDueOn, installment, found);
  return found;
}

/** Cache of due dates by first due date: every payment needs a few of them, and many loans share them. */
const dueDates = new LRUCache<IsoDate, IsoDate[]>({ max: 2_000 });

function remember(firstDueOn: IsoDate, installment: number, found: IsoDate): void {
  const row = dueDates.get(firstDueOn) ?? [];
  row[installment - 1] = found;
  dueDates.set(firstDueOn, row);
}

/** Number of installments due on or before a date. */
export function installmentsDueBy(schedule: Schedule, date: IsoDate): number {
  const months = monthNumber(date) - monthNumber(schedule.firstDueOn);
  if (months < 0) return 0;
  const inThisMonth = dueDate(schedule, months + 1) <= date ? 1 : 0;
  return Math.min(schedule.termMonths, months + inThisMonth);
}

/** The scheduled amount due on or before a date. */
export function scheduledDueCents(schedule: Schedule, date: IsoDate): Cents {
  return cents(installmentsDueBy(schedule, date) * schedule.scheduledPaymentCents);
}

/**
 * Past due and next due at the start of a date. An installment due on a day off may be paid on the next business day,
 * so only amounts due by the last business day before the date are past due. After the term, the whole remaining
 * balance is past due. A shortfall up to the product's tolerance is not late; it is due with the next installment.
 *
 * Unpaid fees are part of past due where a payment covers them first: a borrower who pays it is current. Fees alone are
 * not late.
 */
export function pastDuePosition(loan: Loan, asOf: IsoDate): PastDuePosition {
  const { principalCents, interestCents, feesCents } = owedForPayoff(loan, asOf);
  const owed = principalCents + interestCents;
  if (loan.status === 'pending' || loan.status === 'closed' || owed === 0) return nothingDue(asOf);
  const { toleranceCents, applicationOrder } = loan.product;
  const lateAfter = previousBusinessDay(asOf);
  const dueCount = installmentsDueBy(loan, lateAfter);
  const behind = scheduledDueCents(loan, lateAfter) - loan.scheduledPaidCents;
  const isWholeDue = dueCount === loan.termMonths || loan.chargedOffOn !== null;
  const unpaid = isWholeDue ? owed : Math.min(Math.max(behind, 0), owed);
  const tolerated = loan.chargedOffOn === null ? toleranceCents : 0;
  const late = unpaid > tolerated ? unpaid : 0;
  const dueInstallment = Math.max(dueCount + 1, firstShort(loan, 0));
  const next = isWholeDue ? { nextDueOn: null, nextDueCents: null } : nextDue(loan, dueInstallment, late === 0);
  if (late === 0) return { ...nothingDue(asOf), ...next };
  const lateFeesCents = isWholeDue || paysFeesBeforePrincipal(applicationOrder) ? feesCents : 0;
  const oldest = firstShort(loan, tolerated);
  return {
    asOf,
    pastDueCents: cents(late + lateFeesCents),
    oldestUnpaidOn: dueDate(loan, oldest),
    oldestUnpaidCents: cents(oldestPart(loan, oldest, late) + lateFeesCents),
    ...next,
  };
}

/** The first installment up to which the schedule's shortfall exceeds an amount. */
function firstShort(loan: Loan, byCents: number): number {
  return Math.min(Math.floor((loan.scheduledPaidCents + byCents) / loan.scheduledPaymentCents) + 1, loan.termMonths);
}

/** The unpaid amount up to the oldest late installment. The last installment is the whole remaining balance. */
function oldestPart(loan: Loan, installment: number, lateCents: number): number {
  const level = installment * loan.scheduledPaymentCents - loan.scheduledPaidCents;
  return installment === loan.termMonths ? lateCents : Math.min(level, lateCents);
}

/** Whole days since the due date of the oldest unpaid installment; 0 when nothing is past due. */
export function daysPastDue(position: PastDuePosition): number {
  return position.oldestUnpaidOn === null ? 0 : Math.max(0, daysBetween(position.oldestUnpaidOn, position.asOf));
}

/**
 * The last installment is the whole balance remaining then: daily interest makes it differ from the level payment. It
 * includes interest to the day to which interest runs for money received on the due date: on a day off, the next
 * business day. An earlier shortfall that is not late is due with it.
 */
function nextDue(
  loan: Loan,
  installment: number,
  isCurrent: boolean,
): Pick<PastDuePosition, 'nextDueOn' | 'nextDueCents'> {
  const nextDueOn = dueDate(loan, installment);
  const { principalCents, interestCents } = owedForPayoff(loan, accrualDayOf(loan, nextDueOn));
  const owedThen = principalCents + interestCents;
  const paidBefore = isCurrent
    ? loan.scheduledPaidCents
    : Math.max(loan.scheduledPaidCents, (installment - 1) * loan.scheduledPaymentCents);
  const level = installment * loan.scheduledPaymentCents - paidBefore;
  const isLast = installment === loan.termMonths;
  return { nextDueOn, nextDueCents: cents(isLast ? owedThen : Math.min(level, owedThen)) };
}

function nothingDue(asOf: IsoDate): PastDuePosition {
  return {
    asOf,
    pastDueCents: cents(0),
    oldestUnpaidOn: null,
    oldestUnpaidCents: null,
    nextDueOn: null,
    nextDueCents: null,
  };
}

function monthNumber(date: IsoDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
}
