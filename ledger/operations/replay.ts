import { cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { Components, Loan } from '../loan.js';
import type { LoanEvent } from '../replayable-loan-events.js';
import { addComponents, total } from '../rules/balance-component-arithmetic.js';
import { lateFeesAdjusted, lateFeesWithin } from '../rules/late-fee-rules.js';
import { openedAt, withoutChargeOff } from './opening-entry.js';
import { accruedTo } from './operation-result.js';
import { applied } from './payment.js';

export interface Replayed {
  /** The loan after all events, with interest through the day; the caller determines its status. */
  readonly loan: Loan;
  /** The allocation of each payment, by reference number. */
  readonly splits: ReadonlyMap<number, Components>;
}

/**
 * The state of a loan, with interest to a day, if exactly these events had happened to it in this order.
 *
 * Interest of a day that only a payoff includes is removed with the payoff. It stays if a later event on that day needs
 * it: a waiver of that interest, or money paid for a balance that included it. This is decided for each such day on its
 * own; if an event does not fit, the latest day before it is kept first. A day that no event needs is not charged
 * because another is needed.
 */
export function replay(loan: Loan, events: readonly LoanEvent[], on: IsoDate): Replayed {
  const kept = new Set<IsoDate>();
  for (;;) {
    const outcome = replayed(loan, events, on, kept);
    if (outcome.kind === 'replayed') return outcome;
    kept.add(outcome.day);
  }
}

/** The balance is too small for an event, unless the interest of this day stays. */
interface Lacking {
  readonly kind: 'lacking';
  readonly day: IsoDate;
}

/** Each event with interest to its own day, or to the day already charged, if that day is kept. */
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
 * Whether the balance covers an event. Interest may be a cent less than when it was waived or adjusted: on more
 * principal, carried interest reaches a whole cent sooner, and a payment paid it. That does not justify charging
 * another day: the event then uses all of it (`moved`).
 */
function fits(event: LoanEvent, loan: Loan): boolean {
  if (event.kind === 'payment') return event.amountCents <= total(loan);
  if (event.kind !== 'waiver' && event.kind !== 'adjustment') return true;
  const after =
    event.kind === 'adjustment'
      ? addComponents(loan, event)
      : addComponents(
          loan,
          { principalCents: cents(0), interestCents: event.interestCents, feesCents: event.feesCents },
          -1,
        );
  return Math.min(after.principalCents, after.interestCents + 1, after.feesCents) >= 0;
}

function doesNotFit(): never {
  throw new RangeError('a payment may not exceed the balance owed');
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
      const corrected = addComponents(loan, event);
      const after = { ...corrected, interestCents: cents(Math.max(corrected.interestCents, 0)) };
      return { ...loan, ...after, ...lateFeesAdjusted(loan, event.feesCents, after.feesCents) };
    }
    case 'charge_off':
      return { ...loan, chargedOffOn: event.chargedOffOn };
    case 'opening':
      return openedAt(loan, event.isChargeOffUndone ? withoutChargeOff(loan, event.opening) : event.opening, event.on);
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
