import { addDays, type IsoDate } from '../../../../core/dates.js';
import type { PastDuePosition } from '../../projection/account-change.js';
import type { Loan } from '../loan.js';
import { nextBusinessDay } from '../rules/business-day.js';
import { daysPastDue, pastDuePosition } from '../rules/schedule.js';
import { CHARGE_OFF_AT_DAYS_PAST_DUE } from '../rules/status.js';
import { type ActEntry, settled } from './act.js';
import { chargeOff } from './charge-off.js';

/** What closing one business day changed. */
export interface ClosedDay {
  readonly closedOn: IsoDate;
  readonly before: Loan;
  readonly loan: Loan;
  readonly entries: readonly ActEntry[];
  /** As it stands when the next calendar day begins. */
  readonly position: PastDuePosition;
}

export interface ClosedDays {
  /** The loan with everything through the last day closed. */
  readonly loan: Loan;
  /** Only the days on which something changed, in order. */
  readonly changes: readonly ClosedDay[];
}

/** Closes the business days that a loan has not closed yet, in order. Pure: from the same loan always the same days. */
export function closeDays(loan: Loan, through: IsoDate, chargeOffAt = CHARGE_OFF_AT_DAYS_PAST_DUE): ClosedDays {
  const changes: ClosedDay[] = [];
  let current = loan;
  let day = nextBusinessDay(loan.dayEndThrough ?? addDays(loan.originatedOn, -1));
  while (day <= through && isOpen(current)) {
    const closed = closeDay(current, day, chargeOffAt);
    if (closed.changed) changes.push(closed.day);
    current = closed.day.loan;
    day = nextBusinessDay(day);
  }
  // What is not open has nothing that days could change.
  const isBehind = current.dayEndThrough === null || current.dayEndThrough < through;
  return { loan: isBehind ? { ...current, dayEndThrough: through } : current, changes };
}

function closeDay(
  loan: Loan,
  day: IsoDate,
  chargeOffAt: number,
): { readonly changed: boolean; readonly day: ClosedDay } {
  const dayBefore = pastDuePosition(loan, day);
  const isToBeChargedOff = daysPastDue(dayBefore) >= chargeOffAt;
  const act = isToBeChargedOff ? chargeOff(loan, day, 'past_due') : undefined;
  const entries = act?.kind === 'act' ? act.entries : [];
  const after = settled(act?.kind === 'act' ? act.loan : loan, addDays(day, 1));
  const closed = { ...after.loan, dayEndThrough: day };
  return {
    changed: entries.length > 0 || closed.status !== loan.status || !samePosition(dayBefore, after.position),
    day: { closedOn: day, before: loan, loan: closed, entries, position: after.position },
  };
}

function isOpen(loan: Loan): boolean {
  return loan.status === 'active' || loan.status === 'delinquent';
}

function samePosition(one: PastDuePosition, other: PastDuePosition): boolean {
  return (
    one.pastDueCents === other.pastDueCents &&
    one.oldestUnpaidOn === other.oldestUnpaidOn &&
    one.nextDueOn === other.nextDueOn &&
    one.nextDueCents === other.nextDueCents
  );
}
