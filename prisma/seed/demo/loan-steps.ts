import { Temporal } from 'temporal-polyfill';
import { PAYMENT_METHODS } from '../../../core/contract/collected-payment.js';
import { type Cents, cents } from '../../../core/money.js';
import { addDays, daysBetween, type IsoDate, isoDate } from '../../../core/time/dates.js';
import type { LoanTerms } from '../../../ledger/loan.js';
import { rateParts } from '../../../ledger/rules/annual-rate.js';
import { dueDate } from '../../../ledger/rules/schedule.js';
import type { PlannedLoan } from './portfolio.js';
import type { Random } from './random.js';

/** One step of a loan's history at an instant; amounts are determined when it is executed. */
export type Step =
  | { readonly kind: 'disburse' | 'close'; readonly at: Temporal.Instant }
  | {
      readonly kind: 'pay';
      readonly at: Temporal.Instant;
      readonly amount: PaidAmount;
      readonly method: Method;
      /**
       * The autopay run that it posts, which is also its reference in the ledger; a payment without a run gets its own
       * reference.
       */
      readonly runId?: string;
    }
  /** Reverses the loan's latest payment that is not reversed. */
  | { readonly kind: 'reverse'; readonly at: Temporal.Instant; readonly isNsf: boolean; readonly reason: string }
  | { readonly kind: 'waive_fee' | 'waive_interest'; readonly at: Temporal.Instant; readonly reason: string };

/** The installment; the installment and the NSF fee; everything; or a fixed amount. */
export type PaidAmount = 'scheduled' | 'scheduled_and_fee' | 'payoff' | Cents;

export type Method = 'cash' | 'check' | 'card' | 'money_order' | 'cashiers_check' | 'bank_account' | 'wallet';

/** Whether it can be recorded through the API; other payments were received elsewhere. */
export function isCollected(method: Method): boolean {
  return PAYMENT_METHODS.some((collected) => collected === method);
}

/** A loan's steps in order; steps after `now` have not happened yet. */
export function stepsOf(loan: PlannedLoan, now: Temporal.Instant, random: Random): readonly Step[] {
  if (loan.story === 'pending') return [];
  if (loan.story === 'cancelled') return [{ kind: 'close', at: at(addDays(loan.terms.originatedOn, 9), random) }];
  const steps = [disbursement(loan, random), ...payments(loan, now, random), ...ending(loan, now, random)];
  return steps
    .filter((step) => Temporal.Instant.compare(step.at, now) < 0)
    .sort((one, other) => Temporal.Instant.compare(one.at, other.at));
}

function disbursement({ terms }: PlannedLoan, random: Random): Step {
  return { kind: 'disburse', at: at(terms.originatedOn, random) };
}

/** One installment after the other, until the borrower stops or the term ends. */
function payments(loan: PlannedLoan, now: Temporal.Instant, random: Random): Step[] {
  const paidCount = installmentsPaid(loan, now, random);
  if (loan.story === 'rolling') return rollingPayments(loan, paidCount, random);
  return Array.from({ length: paidCount }, (_, index) => index + 1).flatMap((number) => {
    const isLast = number === loan.terms.termMonths;
    return installment(loan, dueDate(loan.terms, number), isLast ? 'payoff' : 'scheduled', number, random);
  });
}

function installmentsPaid({ story, place, terms }: PlannedLoan, now: Temporal.Instant, random: Random): number {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  const dueByNow = Math.min(
    terms.termMonths,
    Temporal.PlainDate.from(terms.originatedOn).until(today, { largestUnit: 'months' }).months,
  );
  switch (story) {
    case 'behind':
      return stoppedPaying(terms, dueByNow, 1 + Math.floor(place / 2), today);
    case 'lost':
      return Math.max(0, dueByNow - random.between(6, 9));
    case 'recovering':
      return Math.max(0, dueByNow - 11);
    case 'recovered':
      return Math.max(0, dueByNow - 15);
    case 'paid_off':
      return Math.max(1, dueByNow - 1);
    case 'closed':
      return Math.max(1, dueByNow - 6);
    default:
      return dueByNow;
  }
}

/** One to three due installments in a row are unpaid, then all of them are paid at once. */
function rollingPayments(loan: PlannedLoan, dueCount: number, random: Random): Step[] {
  const [first, missed] = [random.between(2, Math.max(2, dueCount)), random.between(1, 3)];
  return Array.from({ length: dueCount }, (_, index) => index + 1).flatMap((number): Step[] => {
    if (number >= first && number < first + missed) return [];
    const [paid] = installment(loan, dueDate(loan.terms, number), 'scheduled', number, random);
    if (paid?.kind !== 'pay') return [];
    if (number === loan.terms.termMonths) return [{ ...paid, amount: 'payoff' }];
    if (number !== first + missed) return [paid];
    return [{ ...paid, amount: cents(loan.terms.scheduledPaymentCents * (missed + 1)), method: 'cashiers_check' }];
  });
}

/** Some installments behind, but too few for a charge-off. */
function stoppedPaying(terms: LoanTerms, dueByNow: number, missed: number, today: Temporal.PlainDate): number {
  const paid = Math.max(0, dueByNow - missed);
  return daysBetween(dueDate(terms, paid + 1), isoDate(today)) < 115 ? paid : paid + 1;
}

function installment(
  { story, terms }: PlannedLoan,
  dueOn: IsoDate,
  amount: 'scheduled' | 'payoff',
  number: number,
  random: Random,
): Step[] {
  const isLate = story === 'drifting' && number > 2 && random.chance(40);
  const lateBy = isLate ? random.between(4, 26) : -random.between(0, 3);
  const paidOn = addDays(dueOn, lateBy);
  const method = random.oneOf(['check', 'card', 'cash', 'check', 'money_order', 'cashiers_check']);
  const paid: Step = { kind: 'pay', at: at(paidOn, random), amount, method };
  if (story === 'returned' && number % 4 === 2) {
    const returned = {
      kind: 'reverse',
      at: at(addDays(paidOn, 4), random),
      isNsf: true,
      reason: 'R01 insufficient funds',
    } as const;
    const again = { kind: 'pay', at: at(addDays(paidOn, 11), random), amount, method: 'money_order' } as const;
    const forgiven = { kind: 'waive_fee', at: at(addDays(paidOn, 6), random), reason: 'courtesy' } as const;
    const check: Step = { ...paid, method: 'check' };
    if (number === 2) return [check, returned, forgiven, again];
    return [check, returned, { ...again, amount: amount === 'payoff' ? 'payoff' : 'scheduled_and_fee' }];
  }
  if (story === 'misposted' && number % 5 === 3) {
    const taken = {
      kind: 'reverse',
      at: at(addDays(paidOn, 2), random),
      isNsf: false,
      reason: 'posted to the wrong account',
    } as const;
    return [paid, taken, { kind: 'pay', at: at(addDays(paidOn, 9), random), amount, method }];
  }
  if (story === 'drifting' && number === 3 && owesEnoughInterest(terms)) {
    return [{ kind: 'waive_interest', at: at(addDays(dueOn, -4), random), reason: 'goodwill' }, paid];
  }
  return [paid];
}

/** Whether each month has some interest, of which a little may be waived. */
function owesEnoughInterest({ originalPrincipalCents, ...rate }: LoanTerms): boolean {
  const { parts, partsOfWhole } = rateParts(rate);
  return BigInt(originalPrincipalCents) * parts > 1_200n * 12n * partsOfWhole;
}

/** The steps after the regular payments. */
function ending({ story }: PlannedLoan, now: Temporal.Instant, random: Random): Step[] {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  const daysAgo = (days: number) => at(addDays(isoDate(today), -days), random);
  switch (story) {
    case 'recovering':
      return [150, 118, 88, 31].map((days) => ({
        kind: 'pay',
        at: daysAgo(days),
        amount: 'scheduled',
        method: 'cashiers_check',
      }));
    case 'recovered':
      return [
        { kind: 'pay', at: daysAgo(200), amount: 'scheduled', method: 'check' },
        { kind: 'reverse', at: daysAgo(195), isNsf: true, reason: 'R09 uncollected funds' },
        { kind: 'pay', at: daysAgo(60), amount: 'payoff', method: 'cashiers_check' },
      ];
    case 'paid_off':
      return [{ kind: 'pay', at: daysAgo(random.between(3, 12)), amount: 'payoff', method: 'cashiers_check' }];
    case 'refinanced':
      return [{ kind: 'pay', at: daysAgo(random.between(5, 110)), amount: 'payoff', method: 'cashiers_check' }];
    case 'closed':
      return [
        { kind: 'pay', at: daysAgo(120), amount: 'payoff', method: 'cashiers_check' },
        { kind: 'close', at: daysAgo(45) },
      ];
    default:
      return [];
  }
}

/** A random time in the working day, New York. */
export function at(date: IsoDate, random: Random): Temporal.Instant {
  const time = { hour: random.between(9, 17), minute: random.between(0, 59), second: random.between(0, 59) };
  return Temporal.PlainDate.from(date)
    .toZonedDateTime({ timeZone: 'America/New_York', plainTime: Temporal.PlainTime.from(time) })
    .toInstant();
}
