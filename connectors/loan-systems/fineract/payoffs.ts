import { type Cents, cents } from '../../../core/money.js';
import { addDays, type IsoDate } from '../../../core/time/dates.js';
import type { DatedPayoff, LoanReference, PayoffQuote, Reached } from '../../../loan-model/port.js';
import { proveDatesCount } from './dated-prepayments.js';
import type { FineractContext, LoanStanding } from './fineract-context.js';
import { recoverableOf } from './loan-mapping.js';
import { oddMoney, type Prepayment, prepaymentNow, prepaymentOn } from './prepayments.js';

/** The payoff amount on Fineract's business day. */
export async function quotePayoff(desk: FineractContext, loan: LoanReference): Promise<Reached<PayoffQuote>> {
  const standing = await desk.standing(loan);
  if (standing.kind === 'unavailable') return standing;
  if (standing.value === 'absent' || standing.value.command === null) return notPayable();
  if (standing.value.command !== 'repayment') return payable(recovery(desk, loan, standing.value));
  const quoted = await prepaymentNow(desk, loan);
  return quoted.kind === 'unavailable' ? quoted : payable({ kind: 'answered', value: quoted.value.payoffCents });
}

/**
 * The payoff amount on a future day: Fineract calculates a prepayment for any day. A day before its business day counts
 * as that business day, because money is applied then.
 */
export async function quotePayoffOn(
  desk: FineractContext,
  loan: LoanReference,
  on: IsoDate | null,
): Promise<Reached<DatedPayoff | 'not_payable'>> {
  const standing = await desk.standing(loan);
  if (standing.kind === 'unavailable') return standing;
  if (standing.value === 'absent' || standing.value.command === null) return { kind: 'answered', value: 'not_payable' };
  if (standing.value.command !== 'repayment') return recoveryOn(desk, loan, standing.value, on);
  const now = await prepaymentNow(desk, loan);
  if (now.kind === 'unavailable') return now;
  const { businessDay } = now.value;
  const appliedOn = later(on, businessDay);
  const [then, dayAfter] = await Promise.all([
    appliedOn === businessDay ? now : prepaymentOn(desk, loan, appliedOn),
    prepaymentOn(desk, loan, addDays(appliedOn, 1)),
  ]);
  if (then.kind === 'unavailable') return then;
  if (dayAfter.kind === 'unavailable') return dayAfter;
  const amounts = [now.value, then.value, dayAfter.value];
  const { row } = standing.value;
  const proof = await proveDatesCount(desk, { loan, row, businessDay, appliedOn, amounts });
  if (proof.kind === 'unavailable') return proof;
  const perDiemCents = cents(Math.max(0, interestOf(dayAfter.value) - interestOf(then.value)));
  const { payoffCents, split } = then.value;
  const quoted = { payoffCents, split, perDiemCents, exactPerDiem: null, appliedOn, goodThrough: appliedOn };
  return { kind: 'answered', value: quoted };
}

function later(on: IsoDate | null, businessDay: IsoDate): IsoDate {
  return on === null || on < businessDay ? businessDay : on;
}

/** A fee that falls due the next day is not part of a day's interest. */
function interestOf({ payoffCents, split }: Prepayment): number {
  return split === null ? payoffCents : split.interestCents;
}

/**
 * A written-off loan has nothing outstanding: the amount that can still be paid is what was written off and not
 * recovered yet.
 */
function recovery(desk: FineractContext, loan: LoanReference, { row }: LoanStanding): Reached<Cents> {
  const value = recoverableOf(row);
  return value === undefined ? oddMoney(desk, loan) : { kind: 'answered', value };
}

async function recoveryOn(
  desk: FineractContext,
  loan: LoanReference,
  standing: LoanStanding,
  on: IsoDate | null,
): Promise<Reached<DatedPayoff>> {
  const left = recovery(desk, loan, standing);
  if (left.kind === 'unavailable') return left;
  const today = await desk.businessDays.plausible(loan.externalId);
  if (today.kind === 'unavailable') return today;
  const appliedOn = later(on, today.value);
  const payoff = { payoffCents: left.value, split: null, perDiemCents: cents(0), exactPerDiem: null };
  return { kind: 'answered', value: { ...payoff, appliedOn, goodThrough: appliedOn } };
}

function payable(read: Reached<Cents>): Reached<PayoffQuote> {
  return read.kind === 'unavailable' ? read : { kind: 'answered', value: { payable: true, payoffCents: read.value } };
}

function notPayable(): Reached<PayoffQuote> {
  return { kind: 'answered', value: { payable: false, payoffCents: cents(0) } };
}
