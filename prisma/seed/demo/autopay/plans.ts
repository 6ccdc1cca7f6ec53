import type { Cadence } from '../../../../subgraphs/payments/autopay/schedule/cadence.js';
import type { InstrumentName } from './instruments.js';

/** A planned autopay schedule on a loan of the demo history. */
export interface AutopayPlan {
  /** Position of its organization. */
  readonly organization: number;
  /** On a loan that is being paid, or on one that was paid off early. */
  readonly story: 'prompt' | 'paid_off';
  /** Which of the suitable loans, the oldest first; numbers beyond the last start again at the first. */
  readonly place: number;
  /** In addition to other schedules of its loan. */
  readonly isShared?: boolean;
  readonly instrument: InstrumentName;
  readonly nickname?: string;
  readonly unit: Cadence['frequencyUnit'];
  readonly interval: number;
  /**
   * The fraction of the installment that it pays instead of the borrower; or an amount in cents in addition to the
   * installments.
   */
  readonly pays: { readonly installmentOver: 1 | 2 | 4 } | { readonly extraCents: number };
  /** When it began, from which the first run follows. */
  readonly began: { readonly monthsAgo: number } | { readonly daysAgo: number };
  /** Runs on the last day of each month. */
  readonly onLastOfMonth?: true;
  readonly ended?: { readonly by: 'paused' | 'cancelled' | 'end_date'; readonly daysAgo: number };
  readonly endsInDays?: number;
  /** One date, this many runs before the last, passed while autopay was not running; the borrower paid by check. */
  readonly missedBeforeLast?: number;
}

const WHOLE = { installmentOver: 1 } as const;
const monthly = { unit: 'month', interval: 1 } as const;
const prompt = { story: 'prompt', isShared: true } as const;
const alone = { story: 'prompt', isShared: false } as const;

/** Schedules in every status and every unit, most of them at the first organization. */
export const AUTOPAY_PLANS: readonly AutopayPlan[] = [
  {
    ...{ organization: 0, ...prompt, place: 0, instrument: 'visa', nickname: 'Everyday card', ...monthly },
    ...{ pays: WHOLE, began: { monthsAgo: 6 }, missedBeforeLast: 2 },
  },
  {
    ...{ organization: 0, ...prompt, place: 1, instrument: 'mastercard', ...monthly },
    ...{ pays: WHOLE, began: { monthsAgo: 5 }, onLastOfMonth: true },
  },
  {
    ...{
      organization: 0,
      ...prompt,
      place: 2,
      instrument: 'bank',
      nickname: 'Salary account',
      unit: 'week',
      interval: 1,
    },
    ...{ pays: { installmentOver: 4 }, began: { monthsAgo: 3 } },
  },
  {
    ...{ organization: 0, ...prompt, place: 3, instrument: 'bank', unit: 'week', interval: 2 },
    ...{ pays: { installmentOver: 2 }, began: { monthsAgo: 4 }, endsInDays: 200 },
  },
  {
    ...{ organization: 0, ...prompt, place: 0, instrument: 'wallet', nickname: 'Bonus', unit: 'year', interval: 1 },
    ...{ pays: { extraCents: 25_000 }, began: { monthsAgo: 14 } },
  },
  {
    ...{ organization: 0, ...prompt, place: 4, instrument: 'discover', ...monthly },
    ...{ pays: WHOLE, began: { monthsAgo: 5 }, ended: { by: 'paused', daysAgo: 50 } },
  },
  {
    ...{ organization: 0, ...prompt, place: 1, instrument: 'declining', nickname: 'Old card', ...monthly },
    ...{ pays: { extraCents: 5_000 }, began: { daysAgo: 40 }, ended: { by: 'cancelled', daysAgo: 20 } },
  },
  {
    ...{ organization: 0, ...prompt, place: 3, instrument: 'declining', ...monthly },
    ...{ pays: { extraCents: 4_000 }, began: { daysAgo: 2 } },
  },
  {
    ...{ organization: 0, ...prompt, place: 2, instrument: 'wallet', unit: 'day', interval: 10 },
    ...{ pays: { extraCents: 1_500 }, began: { monthsAgo: 5 }, ended: { by: 'end_date', daysAgo: 60 } },
  },
  {
    ...{ organization: 0, story: 'paid_off', isShared: true, place: 0, instrument: 'amex', ...monthly },
    ...{ pays: WHOLE, began: { monthsAgo: 5 } },
  },
  {
    ...{ organization: 1, ...prompt, place: 0, instrument: 'wallet', nickname: 'Phone', ...monthly },
    ...{ pays: WHOLE, began: { monthsAgo: 4 } },
  },
  {
    ...{ organization: 2, ...prompt, place: 0, instrument: 'amex', ...monthly },
    ...{ pays: WHOLE, began: { monthsAgo: 3 } },
  },
  {
    ...{ organization: 2, ...prompt, place: 0, instrument: 'bank', ...monthly },
    ...{ pays: { extraCents: 2_500 }, began: { monthsAgo: 9 }, ended: { by: 'cancelled', daysAgo: 100 } },
  },
];

const USUAL = [
  'visa',
  'bank',
  'mastercard',
  'discover',
  'bank',
  'amex',
  'wallet',
] as const satisfies readonly InstrumentName[];

/** Installments that are collected every month, for some months. */
function usualPlans(organization: number, count: number): readonly AutopayPlan[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ organization, ...alone, place: 5 + index, instrument: USUAL[index % USUAL.length] ?? 'visa', ...monthly },
    ...{ pays: WHOLE, began: { monthsAgo: 1 + (index % 6) } },
  }));
}

/** Declining cards: runs that are being retried these days, and some that were given up. */
function decliningPlans(organization: number, daysAgo: readonly number[]): readonly AutopayPlan[] {
  return daysAgo.map((days, index) => ({
    ...{ organization, ...prompt, place: 20 + index, instrument: 'declining', ...monthly },
    ...{ pays: { extraCents: 3_000 + 500 * index }, began: { daysAgo: days } },
  }));
}

/** The schedules of the wider portfolio. */
export const WIDER_AUTOPAY_PLANS: readonly AutopayPlan[] = [
  ...usualPlans(0, 8),
  ...usualPlans(1, 4),
  ...usualPlans(2, 2),
  ...decliningPlans(0, [1, 4, 5, 13, 22, 39]),
  ...decliningPlans(1, [2, 6, 16]),
  ...decliningPlans(2, [3, 25]),
];
