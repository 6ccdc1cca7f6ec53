import { type Cents, cents } from '../../../core/money.js';
import { addDays, type IsoDate } from '../../../core/time/dates.js';
import type { DatedPayoff, LoanReference, PayoffQuote, PayoffSplit, Reached } from '../../../loan-model/port.js';
import { centsOf } from '../http/amounts.js';
import type { FineractContext, LoanStanding } from './fineract-context.js';
import { recoverableOf } from './loan-mapping.js';
import { type PayoffTemplate, payoffTemplate } from './response-schemas.js';

/** The payoff amount on Fineract's business day. */
export async function quotePayoff(desk: FineractContext, loan: LoanReference): Promise<Reached<PayoffQuote>> {
  const standing = await desk.standing(loan);
  if (standing.kind === 'unavailable') return standing;
  if (standing.value === 'absent' || standing.value.command === null) return notPayable();
  if (standing.value.command !== 'repayment') return payable(recovery(desk, loan, standing.value));
  const quoted = await prepayment(desk, loan, null);
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
  const [standing, today] = await Promise.all([desk.standing(loan), desk.businessDay()]);
  if (standing.kind === 'unavailable') return standing;
  if (today.kind === 'unavailable') return today;
  if (standing.value === 'absent' || standing.value.command === null) return { kind: 'answered', value: 'not_payable' };
  const appliedOn = on === null || on < today.value ? today.value : on;
  const applied = { appliedOn, goodThrough: appliedOn };
  if (standing.value.command !== 'repayment') {
    const left = recovery(desk, loan, standing.value);
    if (left.kind === 'unavailable') return left;
    const payoff = { payoffCents: left.value, split: null, perDiemCents: cents(0), exactPerDiem: null };
    return { kind: 'answered', value: { ...payoff, ...applied } };
  }
  const [then, dayAfter] = await Promise.all([
    prepayment(desk, loan, appliedOn),
    prepayment(desk, loan, addDays(appliedOn, 1)),
  ]);
  if (then.kind === 'unavailable') return then;
  if (dayAfter.kind === 'unavailable') return dayAfter;
  const perDiemCents = cents(Math.max(0, interestOf(dayAfter.value) - interestOf(then.value)));
  return { kind: 'answered', value: { ...then.value, perDiemCents, exactPerDiem: null, ...applied } };
}

type Prepayment = Pick<DatedPayoff, 'payoffCents' | 'split'>;

/** A fee that falls due the next day is not part of a day's interest. */
function interestOf({ payoffCents, split }: Prepayment): number {
  return split === null ? payoffCents : split.interestCents;
}

/** @param on - null: on Fineract's business day. */
async function prepayment(
  desk: FineractContext,
  loan: LoanReference,
  on: IsoDate | null,
): Promise<Reached<Prepayment>> {
  const path = ['loans', loan.externalId, 'transactions', 'template'];
  const dated = on === null ? {} : { transactionDate: on, dateFormat: 'yyyy-MM-dd', locale: 'en' };
  const read = await desk.api.read({ path, query: { command: 'prepayLoan', ...dated }, schema: payoffTemplate });
  if (read.kind === 'unavailable') return read;
  if (read.value === 'absent') return { kind: 'unavailable' };
  const payoffCents = centsOf(read.value.amount);
  if (payoffCents === undefined) return oddMoney(desk, loan);
  // An answer for another day than the requested one is not used.
  if (on !== null && read.value.date !== on) return { kind: 'unavailable', isWell: true };
  return { kind: 'answered', value: { payoffCents, split: splitOf(read.value, payoffCents) } };
}

/** Null if the portions are missing or do not sum to the amount. */
function splitOf(template: PayoffTemplate, payoffCents: Cents): PayoffSplit | null {
  const { principalPortion, interestPortion, feeChargesPortion, penaltyChargesPortion } = template;
  const [principal, interest, fees, penalties] = [
    principalPortion,
    interestPortion,
    feeChargesPortion,
    penaltyChargesPortion,
  ].map((portion) => centsOf(portion ?? '0'));
  if (principal === undefined || interest === undefined || fees === undefined || penalties === undefined) return null;
  if (principal + interest + fees + penalties !== payoffCents) return null;
  return { principalCents: principal, interestCents: interest, feesCents: cents(fees + penalties) };
}

/**
 * A written-off loan has nothing outstanding: the amount that can still be paid is what was written off and not
 * recovered yet.
 */
function recovery(desk: FineractContext, loan: LoanReference, { row }: LoanStanding): Reached<Cents> {
  const value = recoverableOf(row);
  return value === undefined ? oddMoney(desk, loan) : { kind: 'answered', value };
}

function payable(read: Reached<Cents>): Reached<PayoffQuote> {
  return read.kind === 'unavailable' ? read : { kind: 'answered', value: { payable: true, payoffCents: read.value } };
}

function notPayable(): Reached<PayoffQuote> {
  return { kind: 'answered', value: { payable: false, payoffCents: cents(0) } };
}

function oddMoney({ code, logger }: FineractContext, { externalId }: LoanReference): Reached<never> {
  logger.error({ loan_system: code, loan: externalId }, 'a loan’s amount is not a whole number of cents');
  return { kind: 'unavailable', isWell: true };
}
