import { Temporal } from 'temporal-polyfill';
import { type Cents, cents } from '../../core/money.js';
import { daysBetween, type IsoDate, isoDate } from '../../core/time/dates.js';

/** What an account owed on a day, according to its snapshot. */
export interface Owed {
  readonly balanceCents: Cents;
  readonly pastDueCents: Cents;
  readonly oldestUnpaidOn: IsoDate | null;
  /** The unpaid part of that installment, fees included, if the loan system reports it. */
  readonly oldestUnpaidCents: Cents | null;
  readonly nextDueOn: IsoDate | null;
}

/** The account's installments, as far as its loan system reports them. */
export interface Installments {
  readonly firstDueOn: IsoDate;
  readonly scheduledPaymentCents: Cents;
  readonly termMonths: number | null;
}

export interface Aged {
  readonly daysPastDue: number;
  readonly cents: Cents;
}

/**
 * The amount past due, divided into installments, each aged from its own due date, oldest first. Each equals the
 * scheduled payment, except the oldest, which also has the fees, and the last, which is what is left of the loan. If
 * the system does not report the oldest one, it is the remainder. An excess over the outstanding principal (interest)
 * is cut from the newest. Without a contract, everything is as old as the oldest installment.
 */
export function agedPastDue(owed: Owed, contract: Installments | null, day: IsoDate): readonly Aged[] {
  const { oldestUnpaidOn: oldest, nextDueOn, pastDueCents, balanceCents } = owed;
  const before = nextDueOn !== null && nextDueOn < day ? nextDueOn : day;
  if (oldest === null || oldest >= day) return [];
  const due = [oldest, ...(contract === null ? [] : laterInstallments(oldest, contract, owed, before))];
  const scheduled = contract?.scheduledPaymentCents ?? 0;
  let left: number = balanceCents;
  return due.map((dueOn, index) => {
    const first = owed.oldestUnpaidCents ?? pastDueCents - (due.length - 1) * scheduled;
    const last = pastDueCents - first - (due.length - 2) * scheduled;
    const isLast = index === due.length - 1 && owed.oldestUnpaidCents !== null;
    const whole = due.length === 1 ? pastDueCents : index === 0 ? first : isLast ? last : scheduled;
    const kept = Math.min(whole, left);
    left -= kept;
    return { daysPastDue: daysBetween(dueOn, day), cents: cents(kept) };
  });
}

/**
 * As many installments after the oldest as the amount past due makes, among those that fell due before the day and
 * before the next due date.
 */
function laterInstallments(
  oldest: IsoDate,
  { firstDueOn, scheduledPaymentCents, termMonths }: Installments,
  { pastDueCents, oldestUnpaidCents }: Owed,
  day: IsoDate,
): readonly IsoDate[] {
  const first = Temporal.PlainDate.from(firstDueOn);
  const oldestDate = Temporal.PlainDate.from(oldest);
  const before = (oldestDate.year - first.year) * 12 + oldestDate.month - first.month;
  const beyondOldest = oldestUnpaidCents === null ? pastDueCents : pastDueCents - oldestUnpaidCents;
  const count = Math.ceil(beyondOldest / scheduledPaymentCents) + (oldestUnpaidCents === null ? 0 : 1);
  const later: IsoDate[] = [];
  for (let n = 1; n < count && (termMonths === null || before + n < termMonths); n += 1) {
    const dueOn = isoDate(first.add({ months: before + n }));
    if (dueOn >= day) break;
    later.push(dueOn);
  }
  return later;
}
