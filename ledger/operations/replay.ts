import { cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { Components, Loan } from '../loan.js';
import type { LoanEvent } from '../loan-events.js';
import { plus, total } from '../rules/components.js';
import { lateFeesAdjusted, lateFeesWithin } from '../rules/late-fee.js';
import { accruedTo } from './act.js';
import { neverChargedOff, openedAt } from './opening.js';
import { applied } from './payment.js';

export interface Replayed {
  /** The loan with all of it, its interest through the day; its status is for whoever settles it. */
  readonly loan: Loan;
  /** What each payment went to, by its reference number. */
  readonly splits: ReadonlyMap<number, Components>;
}

/**
 * A loan as it would stand, with interest to a day, if exactly these events, in this order, had happened to it.
 *
 * The interest of a day that only a payoff owes goes with the payoff. It stays where something that followed on that day took more than
 * there is without it: a waiver of that interest, or money that came in for a balance that had it. This is found for each such day by
 * itself, the latest before what does not fit first: a day that nothing needs is not charged because another is needed.
 */
export function replay(loan: Loan, events: readonly LoanEvent[], on: IsoDate): Replayed {
  const kept = new Set<IsoDate>();
  for (;;) {
    const outcome = replayed(loan, events, on, kept);
    if (outcome.kind === 'replayed') return outcome;
    kept.add(outcome.day);
  }
}

/** Too little is owed for an event, unless the interest of this day stays. */
interface Lacking {
  readonly kind: 'lacking';
  readonly day: IsoDate;
}

/** Each event with interest to its own day, or to the day that had been charged, where that one is kept. */
function replayed(
  loan: Loan,
  events: readonly LoanEvent[],
  on: IsoDate,
  kept: ReadonlySet<IsoDate>,
): ({ readonly kind: 'replayed' } & Replayed) | Lacking {
  const splits = new Map<number, Components>();
  let current = unborn(loan);
  let day: IsoDate | undefined;
  for (const event of events) {
    const isAhead = 'on' in event && event.chargedTo > event.on;
    if (isAhead && !kept.has(event.chargedTo)) day = event.chargedTo;
    const accrued =
      'on' in event ? accruedTo(current, kept.has(event.chargedTo) ? event.chargedTo : event.on).loan : current;
    if (!fits(event, accrued)) {
      if (day !== undefined) return { kind: 'lacking', day };
      if (event.kind === 'payment') return doesNotFit();
    }
    if (event.kind === 'payment') {
      const paid = applied(accrued, event.amountCents);
      splits.set(event.referenceNumber, paid.split);
      current = paid.loan;
    } else {
      current = moved(accrued, event);
    }
  }
  return { kind: 'replayed', loan: accruedTo(current, on).loan, splits };
}

/**
 * Whether there is as much as an event takes. Interest may be a cent less than when it was waived or corrected: what was carried is whole
 * sooner on more principal, and a payment took it. That is no reason to charge a day more: then all of it is taken (`moved`).
 */
function fits(event: LoanEvent, loan: Loan): boolean {
  if (event.kind === 'payment') return event.amountCents <= total(loan);
  if (event.kind !== 'waiver' && event.kind !== 'adjustment') return true;
  const after =
    event.kind === 'adjustment'
      ? plus(loan, event)
      : plus(loan, { principalCents: cents(0), interestCents: event.interestCents, feesCents: event.feesCents }, -1);
  return Math.min(after.principalCents, after.interestCents + 1, after.feesCents) >= 0;
}

function doesNotFit(): never {
  throw new RangeError('a payment may not exceed what is owed');
}

function moved(loan: Loan, event: Exclude<LoanEvent, { readonly kind: 'payment' }>): Loan {
  switch (event.kind) {
    case 'disbursement':
      return {
        ...loan,
        principalCents: cents(loan.principalCents + event.amountCents),
        accruedThrough: event.on,
      };
    case 'fee':
      return { ...loan, feesCents: cents(loan.feesCents + event.amountCents) };
    case 'late_fee':
      return {
        ...loan,
        feesCents: cents(loan.feesCents + event.amountCents),
        lateFeesCents: cents(loan.lateFeesCents + event.amountCents),
      };
    case 'waiver': {
      const feesCents = cents(loan.feesCents - event.feesCents);
      const interestCents = cents(Math.max(loan.interestCents - event.interestCents, 0));
      return { ...loan, interestCents, feesCents, ...lateFeesWithin(loan, feesCents) };
    }
    case 'adjustment': {
      const corrected = plus(loan, event);
      const after = { ...corrected, interestCents: cents(Math.max(corrected.interestCents, 0)) };
      return { ...loan, ...after, ...lateFeesAdjusted(loan, event.feesCents, after.feesCents) };
    }
    case 'charge_off':
      return { ...loan, chargedOffOn: event.chargedOffOn };
    case 'opening':
      return openedAt(loan, event.isChargeOffUndone ? neverChargedOff(loan, event.opening) : event.opening, event.on);
  }
}

/** Its terms, before anything was owed. */
function unborn(loan: Loan): Loan {
  const zero = cents(0);
  return {
    ...loan,
    status: 'active',
    principalCents: zero,
    interestCents: zero,
    accrualRemainder: 0,
    accruedThrough: loan.originatedOn,
    feesCents: zero,
    lateFeesCents: zero,
    takenByLateFeesCents: zero,
    scheduledPaidCents: zero,
    chargedOffOn: null,
    paidOffOn: null,
  };
}
