import { type Cents, cents } from '../../../core/money.js';
import type { IsoDate } from '../../../core/time/dates.js';
import type { SourceBorrower, SourceContract, SourceLoan } from '../../../loan-model/loan-source-types.js';
import type {
  Milestones,
  NormalizedLifecycleEvent,
  PastDuePosition,
} from '../../../loan-model/projection/account-change.js';
import { centsOf } from '../http/amounts.js';
import { startOf } from './business-day.js';
import type { LoanDetail, LoanRow } from './response-schemas.js';
import { meaningOf, type StatusFlags } from './statuses.js';

export interface LoanMappingContext {
  readonly revision: string;
  /** Fineract's business day. */
  readonly today: IsoDate;
  readonly timeZone: string;
  /** Whether a random UUID counts as a contract number; otherwise Fineract generated it. */
  readonly contractNumbers: 'given' | 'all';
}

/**
 * A loan in normalized terms. Undefined when its currency is not supported, or an essential amount is not a whole number
 * of cents: such a loan is not shown at all rather than partly wrong.
 */
export function asSourceLoan(
  loan: LoanDetail,
  { revision, today, timeZone, contractNumbers }: LoanMappingContext,
): SourceLoan | undefined {
  const balance = balanceOf(loan);
  const pastDue = pastDueOf(loan, today);
  if (balance === undefined || pastDue === undefined || unsupportedCurrency(loan) !== undefined) return undefined;
  const { statusCode } = meaningOf(statusFlagsOf(loan));
  return {
    externalId: String(loan.id),
    revision,
    externalContractNumber: contractNumberOf(loan, contractNumbers),
    externalAccountNumber: loan.accountNo ?? null,
    sourceStatus: loan.status.code ?? String(loan.status.id),
    statusCode,
    currentBalanceCents: balance,
    contract: contractOf(loan),
    milestones: milestonesOf(loan),
    pastDue,
    lifecycleEvents: lifecycleOf(loan, timeZone),
    borrowers: borrowersOf(loan),
  };
}

/** As Fineract generates external ids: a UUID of version 4. */
const GENERATED = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function contractNumberOf({ externalId }: LoanRow, counting: LoanMappingContext['contractNumbers']): string | null {
  if (externalId === undefined || externalId === null) return null;
  return counting === 'given' && GENERATED.test(externalId) ? null : externalId;
}

/**
 * Outstanding principal. Fineract reports none for a written-off loan, although it is still owed: there the balance is
 * the principal written off less recoveries, as in Tributary's own ledger.
 */
function balanceOf({ status, summary }: LoanRow): Cents | undefined {
  if (status.id !== WRITTEN_OFF) return centsOrZero(summary?.principalOutstanding);
  const writtenOff = centsOrZero(summary?.principalWrittenOff);
  const recovered = centsOrZero(summary?.totalRecovered);
  if (writtenOff === undefined || recovered === undefined) return undefined;
  return cents(Math.max(writtenOff - recovered, 0));
}
const WRITTEN_OFF = 601;

/**
 * Why a loan cannot be shown or paid here, by its currency alone: all our amounts are US dollars in whole cents. A loan
 * whose product calculates with more decimals may have whole cents now, and a payoff with a fraction tomorrow.
 */
export function unsupportedCurrency({ currency }: LoanRow): 'other_currency' | 'more_decimals_than_cents' | undefined {
  if (currency === undefined || currency === null) return undefined;
  if (currency.code !== 'USD') return 'other_currency';
  return (currency.decimalPlaces ?? CENT_DECIMALS) > CENT_DECIMALS ? 'more_decimals_than_cents' : undefined;
}
const CENT_DECIMALS = 2;

export function statusFlagsOf(loan: LoanRow): StatusFlags {
  const overdue = centsOrZero(loan.summary?.totalOverdue);
  return {
    statusId: loan.status.id,
    chargedOff: loan.chargedOff === true,
    overdue: overdue === undefined || overdue > 0,
  };
}

/** The amount that can still be recovered on a written-off loan. */
export function recoverableOf(loan: LoanRow): Cents | undefined {
  const writtenOff = centsOrZero(loan.summary?.totalWrittenOff);
  const recovered = centsOrZero(loan.summary?.totalRecovered);
  if (writtenOff === undefined || recovered === undefined) return undefined;
  return cents(Math.max(writtenOff - recovered, 0));
}

/**
 * Arrears as Fineract calculates them; the next due amount is the first installment of the schedule that is not due
 * yet. Nothing is due on a loan that was not disbursed or was closed with an amount outstanding, although its schedule
 * still has unpaid installments, and the overdue sums of a closed one stay.
 */
function pastDueOf(loan: LoanDetail, today: IsoDate): PastDuePosition | undefined {
  if (NOTHING_DUE.has(loan.status.id))
    return { asOf: today, pastDueCents: cents(0), oldestUnpaidOn: null, nextDueOn: null, nextDueCents: null };
  const pastDueCents = centsOrZero(loan.summary?.totalOverdue);
  const next = instalmentsOf(loan).find(
    ({ dueDate, complete }) => complete !== true && dueDate !== undefined && dueDate !== null && dueDate >= today,
  );
  if (pastDueCents === undefined) return undefined;
  return {
    asOf: today,
    pastDueCents,
    oldestUnpaidOn: loan.summary?.overdueSinceDate ?? null,
    nextDueOn: next?.dueDate ?? null,
    nextDueCents: centsOf(next?.totalOutstandingForPeriod ?? '') ?? null,
  };
}

/** Submitted, approved (also after an undone disbursement), withdrawn, rejected, closed as rescheduled. */
const NOTHING_DUE: ReadonlySet<number> = new Set([100, 200, 400, 500, 602]);

function contractOf(loan: LoanDetail): SourceContract {
  const [first] = instalmentsOf(loan);
  const { timeline } = loan;
  return {
    originatedOn: timeline?.actualDisbursementDate ?? null,
    firstDueOn: first?.dueDate ?? null,
    maturityOn: timeline?.actualMaturityDate ?? timeline?.expectedMaturityDate ?? null,
    originalPrincipalCents: centsOf(loan.summary?.principalDisbursed ?? loan.principal ?? '') ?? null,
    scheduledPaymentCents: centsOf(first?.totalDueForPeriod ?? '') ?? null,
    annualRate: loan.annualInterestRate?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') ?? null,
    termMonths: termOf(loan),
  };
}

/** The installments among the schedule's periods: the disbursement is also a period, without a number. */
function instalmentsOf({ repaymentSchedule }: LoanDetail) {
  return (repaymentSchedule?.periods ?? []).filter(({ period }) => period !== undefined && period !== null);
}

/** A term in days or weeks is not a number of months. */
function termOf({ termFrequency, termPeriodFrequencyType }: LoanRow): number | null {
  if (termFrequency === undefined || termFrequency === null) return null;
  if (termPeriodFrequencyType?.id === MONTHS) return termFrequency;
  return termPeriodFrequencyType?.id === YEARS ? termFrequency * 12 : null;
}
const MONTHS = 2;
const YEARS = 3;

function milestonesOf(loan: LoanRow): Milestones {
  const { timeline } = loan;
  const writtenOffOn =
    loan.status.id === WRITTEN_OFF ? (timeline?.writeOffOnDate ?? timeline?.closedOnDate) : undefined;
  const paidOffOn = new Map([
    [600, timeline?.closedOnDate],
    [700, loan.overpaidOnDate ?? timeline?.closedOnDate],
  ]).get(loan.status.id);
  return { chargedOffOn: timeline?.chargedOffOnDate ?? writtenOffOn ?? null, paidOffOn: paidOffOn ?? null };
}

function lifecycleOf(loan: LoanRow, timeZone: string): readonly NormalizedLifecycleEvent[] {
  const { timeline } = loan;
  const { chargedOffOn, paidOffOn } = milestonesOf(loan);
  const closedOn = new Map([
    [400, timeline?.withdrawnOnDate ?? timeline?.closedOnDate],
    [500, timeline?.rejectedOnDate ?? timeline?.closedOnDate],
    [602, timeline?.closedOnDate],
  ]).get(loan.status.id);
  const events = [
    { type: 'opened', fromStatus: 'pending', toStatus: 'active', on: timeline?.actualDisbursementDate },
    { type: 'charged_off', fromStatus: null, toStatus: 'charged_off', on: chargedOffOn },
    { type: 'paid_in_full', fromStatus: null, toStatus: 'paid_in_full', on: paidOffOn },
    { type: 'closed', fromStatus: null, toStatus: 'closed', on: closedOn },
  ] as const;
  return events.flatMap(({ on, ...event }) =>
    on === undefined || on === null ? [] : [{ ...event, occurredAt: startOf(on, timeZone) }],
  );
}

function borrowersOf({ clientId, group }: LoanRow): readonly SourceBorrower[] {
  if (clientId !== undefined && clientId !== null) return [{ externalId: String(clientId), role: 'primary' }];
  return group === undefined || group === null ? [] : [{ externalId: groupPersonId(group.id), role: 'primary' }];
}

/** Groups borrow too, and their ids may collide with those of clients. */
export function groupPersonId(groupId: number): string {
  return `group:${groupId}`;
}

function centsOrZero(numeral: string | null | undefined): Cents | undefined {
  return numeral === null || numeral === undefined ? cents(0) : centsOf(numeral);
}
