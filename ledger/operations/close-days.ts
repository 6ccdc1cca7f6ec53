import { addDays, type IsoDate } from '../../core/time/dates.js';
import type { PastDuePosition } from '../../loan-model/projection/account-change.js';
import type { Loan } from '../loan.js';
import { isBusinessDay, nextBusinessDay } from '../rules/business-day.js';
import { closeLateFeeWindows, installmentsToCharge } from '../rules/late-fee-rules.js';
import { owedForPayoff } from '../rules/payoff.js';
import { daysPastDue, pastDuePosition } from '../rules/schedule.js';
import { assessLateFees } from './charge-late-fees.js';
import { chargeOff } from './charge-off.js';
import { type OperationEntry, settled } from './operation-result.js';

/** The changes from closing one business day. */
export interface ClosedDay {
  readonly closedOn: IsoDate;
  readonly before: Loan;
  readonly loan: Loan;
  readonly entries: readonly OperationEntry[];
  /** Past due at the start of the next calendar day, and of each day off that follows. */
  readonly position: PastDuePosition;
}

export interface ClosedDays {
  /** The loan with everything through the last closed day. */
  readonly loan: Loan;
  /** Only the days on which something changed, in order. */
  readonly changes: readonly ClosedDay[];
}

/** The next due amount recorded last. */
export type RecordedNextDue = Pick<PastDuePosition, 'nextDueOn' | 'nextDueCents'>;

/**
 * Closes the business days that a loan has not closed yet, in order. Pure: the same loan always gives the same days.
 *
 * @param recorded - the position currently recorded, if it may differ from the loan's (`isNextDueCountedPastItsDate`):
 *   then the first closed day replaces it.
 */
export function closeDays(loan: Loan, through: IsoDate, recorded?: RecordedNextDue): ClosedDays {
  const changes: ClosedDay[] = [];
  let current = loan;
  let day = nextBusinessDay(loan.dayEndThrough ?? addDays(loan.originatedOn, -1));
  while (day <= through && isOpen(current)) {
    const closed = closeDay(current, day);
    const isOutdated = changes.length === 0 && recorded !== undefined && !sameNextDue(recorded, closed.day.position);
    if (closed.changed || isOutdated) changes.push(closed.day);
    current = closed.day.loan;
    const next = nextBusinessDay(day);
    for (const dayOff of isOpen(current) ? daysOff(closed.day, next) : []) {
      changes.push(dayOff);
      current = dayOff.loan;
    }
    day = next;
  }
  // For a loan that is not open, a day changes only which installments can still be charged a late fee.
  if (!isOpen(current)) current = closeLateFeeWindows(current, through);
  const isBehind = current.dayEndThrough === null || current.dayEndThrough < through;
  return { loan: isBehind ? { ...current, dayEndThrough: through } : current, changes };
}

function closeDay(loan: Loan, day: IsoDate): { readonly changed: boolean; readonly day: ClosedDay } {
  const dayBefore = pastDuePosition(loan, day);
  const { loan: acted, entries } = actedOn(loan, day, daysPastDue(dayBefore));
  const after = settled(acted, addDays(day, 1));
  const closed = { ...after.loan, dayEndThrough: day };
  return {
    changed: entries.length > 0 || closed.status !== loan.status || !samePosition(dayBefore, after.position),
    day: { closedOn: day, before: loan, loan: closed, entries, position: after.position },
  };
}

/**
 * What day-end itself does to a loan: charges it off, or charges late fees. A charge-off does not include a late fee of
 * its own day.
 */
function actedOn(loan: Loan, day: IsoDate, pastDueDays: number): Pick<ClosedDay, 'loan' | 'entries'> {
  const { chargeOffAtDays } = loan.product;
  const isToBeChargedOff = chargeOffAtDays !== null && pastDueDays >= chargeOffAtDays;
  const act = isToBeChargedOff ? chargeOff(loan, day, 'past_due') : undefined;
  return act?.kind === 'act' ? act : assessLateFees(loan, installmentsToCharge(loan, day), day);
}

/**
 * The balance owed also grows on days off, and payments received on them are applied on the next business day. Past due
 * is therefore recorded for each day until then, so that a business day begins with the position recorded last. The
 * status follows: an amount that grows above the tolerance before the next business day is late.
 */
function daysOff(closed: ClosedDay, nextOpenDay: IsoDate): ClosedDay[] {
  const recorded: ClosedDay[] = [];
  let last = closed;
  for (let day = addDays(closed.position.asOf, 1); day <= nextOpenDay; day = addDays(day, 1)) {
    const { loan, position } = settled(last.loan, day);
    const next = { ...closed, before: last.loan, loan, entries: [], position };
    if (loan.status !== last.loan.status || !samePosition(last.position, position)) recorded.push(next);
    last = next;
  }
  return recorded;
}

/**
 * Whether the next due amount of a loan includes interest for days after its due date, which is a day off. Versions up
 * to 0.2 did not include it: for such a loan the recorded position must be compared, and day-end replaces it once.
 */
export function isNextDueCountedPastItsDate(loan: Loan): boolean {
  if (!isOpen(loan)) return false;
  const { nextDueOn, nextDueCents } = pastDuePosition(loan, addDays(loan.dayEndThrough ?? loan.originatedOn, 1));
  if (nextDueOn === null || nextDueCents === null || isBusinessDay(nextDueOn)) return false;
  const { principalCents, interestCents } = owedForPayoff(loan, nextDueOn);
  return nextDueCents > principalCents + interestCents;
}

function sameNextDue(one: RecordedNextDue, other: RecordedNextDue): boolean {
  return one.nextDueOn === other.nextDueOn && one.nextDueCents === other.nextDueCents;
}

function isOpen(loan: Loan): boolean {
  return loan.status === 'active' || loan.status === 'delinquent';
}

function samePosition(one: PastDuePosition, other: PastDuePosition): boolean {
  return (
    one.pastDueCents === other.pastDueCents &&
    one.oldestUnpaidOn === other.oldestUnpaidOn &&
    one.oldestUnpaidCents === other.oldestUnpaidCents &&
    sameNextDue(one, other)
  );
}
