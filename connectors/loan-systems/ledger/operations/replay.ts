import type { IsoDate } from '../../../../core/dates.js';
import { type Cents, cents } from '../../../../core/money.js';
import type { Opening } from '../history.js';
import type { Components, Loan } from '../loan.js';
import { plus } from '../rules/components.js';
import { lateFeesWithin } from '../rules/late-fee.js';
import { accruedTo } from './act.js';
import { neverChargedOff, openedAt } from './opening.js';
import { applied } from './payment.js';

/**
 * Something that moved a loan's balances. What follows from it (its split, interest, past due) is not told: it is computed.
 * `on` is the day to which it accrued interest, and does again. Fees bear none, and accrue nothing.
 */
export type LoanEvent =
  | { readonly kind: 'disbursement'; readonly on: IsoDate; readonly amountCents: Cents }
  | { readonly kind: 'fee' | 'late_fee'; readonly amountCents: Cents }
  | { readonly kind: 'payment'; readonly on: IsoDate; readonly amountCents: Cents; readonly referenceNumber: number }
  | { readonly kind: 'waiver'; readonly on: IsoDate; readonly interestCents: Cents; readonly feesCents: Cents }
  | ({ readonly kind: 'adjustment'; readonly on: IsoDate } & Components)
  | {
      readonly kind: 'charge_off';
      readonly on: IsoDate;
      readonly chargedOffOn: IsoDate;
      readonly referenceNumber: number;
    }
  | {
      readonly kind: 'opening';
      readonly on: IsoDate;
      readonly opening: Opening;
      /** Whether it is a charge-off from before the boarding that was taken back. */
      readonly isChargeOffUndone: boolean;
    };

export interface Replayed {
  /** The loan with all of it, its interest through the day; its status is for whoever settles it. */
  readonly loan: Loan;
  /** What each payment went to, by its reference number. */
  readonly splits: ReadonlyMap<number, Components>;
}

/** A loan as it would stand, with interest to a day, if exactly these events, in this order, had happened to it. */
export function replay(loan: Loan, events: readonly LoanEvent[], on: IsoDate): Replayed {
  const splits = new Map<number, Components>();
  let current = unborn(loan);
  for (const event of events) {
    const accrued = 'on' in event ? accruedTo(current, event.on).loan : current;
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
      const interestCents = cents(loan.interestCents - event.interestCents);
      return { ...loan, interestCents, feesCents, ...lateFeesWithin(loan, feesCents) };
    }
    case 'adjustment': {
      const after = plus(loan, event);
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
