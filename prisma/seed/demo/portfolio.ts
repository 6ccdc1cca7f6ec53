import { Temporal } from 'temporal-polyfill';
import { cents } from '../../../core/money.js';
import { type IsoDate, isoDate } from '../../../core/time/dates.js';
import type { LoanTerms } from '../../../ledger/loan.js';
import { rollForward } from '../../../ledger/rules/business-day.js';
import { levelPaymentCents } from '../../../ledger/rules/schedule.js';
import type { Random } from './random.js';

/** The course of a borrower's loan, from which its history is made. */
export type Story =
  | 'prompt'
  | 'drifting'
  | 'returned'
  | 'misposted'
  | 'behind'
  | 'lost'
  | 'recovering'
  | 'recovered'
  | 'paid_off'
  /** Misses some installments, then pays them all at once. */
  | 'rolling'
  /** Paid off early, some time ago. */
  | 'refinanced'
  | 'closed'
  | 'cancelled'
  | 'pending';

export interface PlannedLoan {
  readonly story: Story;
  /** Its index among the loans of its story, from 0. */
  readonly place: number;
  /** Position of its organization in the list of organizations. */
  readonly organization: number;
  /** Position in the list of products. */
  readonly product: number;
  readonly terms: LoanTerms;
}

/** How many loans of each story, and how many months ago the first and the last of them began. */
const MIX: readonly { readonly story: Story; readonly count: number; readonly monthsAgo: readonly [number, number] }[] =
  [
    { story: 'prompt', count: 16, monthsAgo: [1, 24] },
    { story: 'drifting', count: 8, monthsAgo: [4, 24] },
    { story: 'returned', count: 6, monthsAgo: [6, 22] },
    { story: 'misposted', count: 4, monthsAgo: [5, 20] },
    { story: 'behind', count: 8, monthsAgo: [7, 23] },
    { story: 'lost', count: 4, monthsAgo: [10, 24] },
    { story: 'recovering', count: 3, monthsAgo: [14, 24] },
    { story: 'recovered', count: 1, monthsAgo: [22, 22] },
    { story: 'paid_off', count: 5, monthsAgo: [8, 23] },
    { story: 'closed', count: 3, monthsAgo: [12, 24] },
    { story: 'cancelled', count: 1, monthsAgo: [5, 5] },
    { story: 'pending', count: 3, monthsAgo: [0, 0] },
  ];

/** About sixty loans of every story, half of them at the first organization; the wider portfolio is added to them. */
export function planPortfolio(today: IsoDate, random: Random): readonly PlannedLoan[] {
  return MIX.flatMap(({ story, count, monthsAgo: [least, most] }) =>
    Array.from({ length: count }, (_, index) => {
      const months = least + Math.round(((most - least) * index) / Math.max(1, count - 1));
      const organization = [0, 1, 0, 2][index % 4] ?? 0;
      return {
        story,
        place: index,
        organization,
        product: organization * 2 + (index % 2),
        terms: terms(story, today, months, random),
      };
    }),
  );
}

function terms(story: Story, today: IsoDate, monthsAgo: number, random: Random): LoanTerms {
  // The last due date of a past-due loan is far enough from today to keep the loan in its delinquency bucket.
  const [leastDays, mostDays] = story === 'behind' ? [6, 18] : [0, 20];
  const began = Temporal.PlainDate.from(today).subtract({
    months: monthsAgo,
    days: random.between(leastDays, mostDays),
  });
  const originatedOn = rollForward(isoDate(monthsAgo === 0 ? Temporal.PlainDate.from(today).add({ days: 3 }) : began));
  const originalPrincipalCents = cents(random.between(30, 300) * 10_000);
  const annualRateBps = random.between(24, 110) * 25;
  const termMonths = story === 'behind' ? random.oneOf([36, 48, 60]) : random.oneOf([12, 18, 24, 36, 36, 48, 60]);
  return {
    originatedOn,
    firstDueOn: isoDate(Temporal.PlainDate.from(originatedOn).add({ months: 1 })),
    originalPrincipalCents,
    annualRateBps,
    termMonths,
    scheduledPaymentCents: levelPaymentCents(originalPrincipalCents, { annualRateBps }, termMonths),
    nsfFeeCents: cents(random.oneOf([2500, 3000, 3500])),
  };
}
