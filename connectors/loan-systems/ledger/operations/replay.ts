import type { IsoDate } from '../../../../core/dates.js';
import { type Cents, cents } from '../../../../core/money.js';
import type { Opening } from '../history.js';
import type { Components, Loan } from '../loan.js';
import { plus, total } from '../rules/components.js';
import { lateFeesWithin } from '../rules/late-fee.js';
import { accruedTo } from './act.js';
import { neverChargedOff, openedAt } from './opening.js';
import { applied } from './payment.js';

/** The days to which interest ran when something happened. */
export interface AccrualDays {
  /** The day to which the event accrued interest, and does again. */
  readonly on: IsoDate;
  /** The day to which interest had been charged by then: later than `on` after a payoff that owed the interest of that day. */
  readonly chargedTo: IsoDate;
}

/**
 * Something that moved a loan's balances. What follows from it (its split, interest, past due) is not stored: it is computed.
 * Fees bear no interest, and a replay accrues none for them.
 */
export type LoanEvent =
  | ({ readonly kind: 'disbursement'; readonly amountCents: Cents } & AccrualDays)
  | { readonly kind: 'fee' | 'late_fee'; readonly amountCents: Cents }
  | ({ readonly kind: 'payment'; readonly amountCents: Cents; readonly referenceNumber: number } & AccrualDays)
  | ({ readonly kind: 'waiver'; readonly interestCents: Cents; readonly feesCents: Cents } & AccrualDays)
  | ({ readonly kind: 'adjustment' } & AccrualDays & Components)
  | ({ readonly kind: 'charge_off'; readonly chargedOffOn: IsoDate; readonly referenceNumber: number } & AccrualDays)
  | ({
      readonly kind: 'opening';
      readonly opening: Opening;
      /** Whether it is a charge-off from before the boarding that was taken back. */
      readonly isChargeOffUndone: boolean;
    } & AccrualDays);

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
 * there is without it: a waiver of that interest, or money that came in for a balance that had it.
 */
export function replay(loan: Loan, events: readonly LoanEvent[], on: IsoDate): Replayed {
  return replayed(loan, events, on, 'on') ?? replayed(loan, events, on, 'chargedTo') ?? doesNotFit();
}

/** Each event with interest to one of its two days. Undefined: something takes more than is owed then. */
function replayed(loan: Loan, events: readonly LoanEvent[], on: IsoDate, to: keyof AccrualDays): Replayed | undefined {
  const splits = new Map<number, Components>();
  let current = unborn(loan);
  for (const event of events) {
    const accrued = 'on' in event ? accruedTo(current, event[to]).loan : current;
    if (!fits(event, accrued, to)) return undefined;
    if (event.kind === 'payment') {
      const paid = applied(accrued, event.amountCents);
      splits.set(event.referenceNumber, paid.split);
      current = paid.loan;
    } else {
      current = moved(accrued, event);
    }
  }
  return { loan: accruedTo(current, on).loan, splits };
}

/**
 * Whether there is as much as an event takes. Interest may be a cent less than when it was waived or corrected: what was carried is whole
 * sooner on more principal, and a payment took it. That is no reason to charge a day more: then all of it is taken (`moved`).
 */
function fits(event: LoanEvent, loan: Loan, to: keyof AccrualDays): boolean {
  if (event.kind === 'payment') return event.amountCents <= total(loan);
  if (to === 'chargedTo' || (event.kind !== 'waiver' && event.kind !== 'adjustment')) return true;
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
      return { ...loan, ...after, ...lateFeesWithin(loan, after.feesCents) };
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
