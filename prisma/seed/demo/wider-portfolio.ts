import { Temporal } from 'temporal-polyfill';
import { cents } from '../../../core/money.js';
import { type IsoDate, isoDate } from '../../../core/time/dates.js';
import { rollForward } from '../../../ledger/rules/business-day.js';
import { levelPaymentCents } from '../../../ledger/rules/schedule.js';
import type { PlannedLoan, Story } from './portfolio.js';
import { type DemoProduct, PRODUCTS } from './products.js';
import type { Random } from './random.js';

const LOANS = 220;
const MOST_MONTHS_AGO = 24;

/** The share of each story in a hundred loans, and the minimum age of such a loan in months. */
const MIX: readonly (readonly [Story, percent: number, least: number])[] = [
  ['prompt', 48, 1],
  ['drifting', 16, 2],
  ['rolling', 14, 5],
  ['returned', 6, 4],
  ['misposted', 2, 5],
  ['behind', 5, 6],
  ['lost', 4, 9],
  ['recovering', 1, 15],
  ['refinanced', 4, 5],
];

/**
 * For each month from January, how many of a hundred possible loans begin: spring and the weeks before the holidays are
 * busy.
 */
const SEASON = [45, 45, 80, 100, 90, 65, 55, 65, 60, 65, 90, 100] as const;

/** A few hundred more loans, to show developments over time: a growing lender, by season and product. */
export function planWiderPortfolio(today: IsoDate, random: Random): readonly PlannedLoan[] {
  return Array.from({ length: LOANS }, (_, index): PlannedLoan => {
    // Half of them at the first organization; each organization's first product twice as often as its second.
    const organization = [0, 1, 0, 2][index % 4] ?? 0;
    const product = organization * 2 + (random.chance(62) ? 0 : 1);
    const monthsAgo = beganMonthsAgo(today, random);
    const story = storyOf(monthsAgo, random);
    const sold = PRODUCTS[product];
    if (sold === undefined) throw new Error('every organization sells two products');
    return { story, place: index % 8, organization, product, terms: terms(sold, today, monthsAgo, story, random) };
  });
}

function beganMonthsAgo(today: IsoDate, random: Random): number {
  for (;;) {
    const monthsAgo = random.between(1, MOST_MONTHS_AGO);
    const month = Temporal.PlainDate.from(today).subtract({ months: monthsAgo }).month;
    const growth = Math.max(14, 100 - 6 * monthsAgo);
    if (random.chance(SEASON[month - 1] ?? 100) && random.chance(growth)) return monthsAgo;
  }
}

function storyOf(monthsAgo: number, random: Random): Story {
  for (;;) {
    let left = random.between(1, 100);
    for (const [story, percent, least] of MIX) {
      left -= percent;
      if (left <= 0 && monthsAgo >= least) return story;
      if (left <= 0) break;
    }
  }
}

function terms(product: DemoProduct, today: IsoDate, monthsAgo: number, story: Story, random: Random) {
  // The last due date of a past-due loan is far enough from today to keep the loan in its delinquency bucket.
  const [leastDays, mostDays] = story === 'behind' ? [6, 18] : [0, 29];
  const days = random.between(leastDays, mostDays);
  const began = Temporal.PlainDate.from(today).subtract({ months: monthsAgo, days });
  const originatedOn = rollForward(isoDate(began));
  const originalPrincipalCents = cents(random.between(product.principal[0] / 50, product.principal[1] / 50) * 5_000);
  const annualRateBps = random.between(...product.rate) * 25;
  const long = product.terms.filter((months) => months > monthsAgo + 6);
  const termMonths = random.oneOf(
    story === 'behind' || story === 'lost' || story === 'recovering' ? longest(long, product) : product.terms,
  );
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

/** A loan that stops being paid needs some remaining term: terms that are not over, or the longest available. */
function longest(long: readonly number[], { terms }: DemoProduct): readonly [number, ...number[]] {
  const [first, ...others] = long;
  return first === undefined ? [Math.max(...terms)] : [first, ...others];
}
