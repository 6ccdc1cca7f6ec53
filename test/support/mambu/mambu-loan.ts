import { Temporal } from 'temporal-polyfill';

/** A Mambu tenant's loans, and how a payment changes their installments. Amounts are cents. */

export interface Holder {
  readonly key: string;
  readonly type: 'CLIENT' | 'GROUP';
  readonly name: string;
  readonly lastName: string;
  /** The clients of a group, each with its role. */
  readonly members: { readonly client: Holder; readonly role: string }[];
  phone: string;
  modifiedAt: number;
}

export interface Portions {
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
}

export interface Installment {
  readonly dueOn: string;
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
  paid: Portions;
}

export interface BookTransaction {
  readonly key: string;
  readonly id: number;
  readonly externalId: string | undefined;
  readonly loan: BookLoan;
  readonly type: string;
  readonly amount: number;
  readonly portions: Portions;
  readonly balance: { readonly principal: number; readonly total: number };
  readonly at: number;
  readonly notes: string | undefined;
  readonly channel: string | undefined;
  readonly originalKey: string | undefined;
  adjustmentKey: string | undefined;
}

export interface BookLoan {
  readonly key: string;
  readonly id: string;
  readonly holder: Holder;
  readonly principal: number;
  readonly ratePercent: number;
  readonly currency: string;
  readonly disbursedAt: number;
  readonly installments: Installment[];
  readonly transactions: BookTransaction[];
  state: string;
  subState: string | undefined;
  /** The amounts still to be paid. */
  owes: Portions;
  closedAt: number | undefined;
  arrearsAt: number | undefined;
  modifiedAt: number;
  /** The additional interest per day of a payoff on a future day. */
  perDiem: number;
}

export interface NewLoan {
  readonly principal?: number;
  readonly interest?: number;
  readonly installments?: number;
  readonly disbursedAt?: string;
  readonly holder?: Holder;
  readonly currency?: string;
}

export const NOTHING: Portions = { principal: 0, interest: 0, fees: 0 };

interface Terms {
  readonly principal: number;
  readonly interest: number;
  readonly count: number;
  /** When it was disbursed. */
  readonly from: number;
  readonly timeZone: string;
}

/** Equal monthly installments of principal and flat interest. */
export function scheduleOf({ principal, interest, count, from, timeZone }: Terms): Installment[] {
  const share = (amount: number, index: number) =>
    index < count - 1 ? Math.floor(amount / count) : amount - Math.floor(amount / count) * (count - 1);
  return dueDates(count, from, timeZone).map((dueOn, index) => ({
    dueOn,
    principal: share(principal, index),
    interest: share(interest, index),
    fees: 0,
    paid: NOTHING,
  }));
}

const known = new Map<string, readonly string[]>();

/** Cached: thousands of loans start on the same day. */
function dueDates(count: number, from: number, timeZone: string): readonly string[] {
  const terms = `${count} ${from} ${timeZone}`;
  const remembered = known.get(terms);
  if (remembered !== undefined) return remembered;
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).toPlainDate();
  const dates = Array.from({ length: count }, (_, index) => start.add({ months: index + 1 }).toString());
  known.set(terms, dates);
  return dates;
}

/** A loan's position in a cursor's order. */
export function positionOf({ modifiedAt, key }: BookLoan): string {
  return `${String(Math.floor(modifiedAt / 1000)).padStart(12, '0')} ${key}`;
}

export function plus(one: Portions, other: Portions, sign: 1 | -1): Portions {
  return {
    principal: one.principal + sign * other.principal,
    interest: one.interest + sign * other.interest,
    fees: one.fees + sign * other.fees,
  };
}

const ORDER = ['fees', 'interest', 'principal'] as const;

/** Installment by installment; in each, fees, interest, principal. */
export function pay(installments: readonly Installment[], amount: number): Portions {
  let left = amount;
  const portions = { ...NOTHING };
  for (const installment of installments) {
    for (const part of ORDER) {
      const paid = Math.min(left, installment[part] - installment.paid[part]);
      if (paid === 0) continue;
      installment.paid = { ...installment.paid, [part]: installment.paid[part] + paid };
      portions[part] += paid;
      left -= paid;
    }
    if (left === 0) break;
  }
  return portions;
}

/** Backwards from the last paid installment. */
export function unpay(installments: readonly Installment[], portions: Portions): void {
  for (const part of ORDER) {
    let left = portions[part];
    for (const installment of installments.toReversed()) {
      const back = Math.min(left, installment.paid[part]);
      installment.paid = { ...installment.paid, [part]: installment.paid[part] - back };
      left -= back;
    }
  }
}
