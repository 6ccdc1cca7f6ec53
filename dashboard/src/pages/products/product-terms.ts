import { dollars, plural } from '../../format/money';
import type {
  AccrueTo,
  ApplicationOrder,
  DayCount,
  PayoffRule,
  ProductFieldsFragment,
  ProductVersionFieldsFragment,
} from '../../generated/graphql';

export type Product = ProductFieldsFragment;
export type Version = ProductVersionFieldsFragment;
type Terms = Omit<Version, 'version' | 'createdAt' | 'createdBy'>;

export const DAY_COUNTS: Readonly<Record<DayCount, string>> = {
  actual_365: 'Actual/365',
  actual_360: 'Actual/360',
  actual_actual: 'Actual/actual',
  thirty_360: '30/360',
};

export const ALLOCATION_ORDERS: Readonly<Record<ApplicationOrder, string>> = {
  fees_interest_principal: 'Fees, interest, principal',
  interest_fees_principal: 'Interest, fees, principal',
  interest_principal_fees: 'Interest, principal, fees',
};

export const PAYOFF_RULES: Readonly<Record<PayoffRule, string>> = {
  to_payoff_day: 'Without the payoff day',
  through_payoff_day: 'Including the payoff day',
};

export const ACCRUALS: Readonly<Record<AccrueTo, string>> = {
  business_day: 'To the business day of posting',
  day_of_receipt: 'To the day of receipt',
};

/** The version for new loans. */
export function currentVersion({ versions, currentVersion }: Product): Version | undefined {
  return versions.find(({ version }) => version === currentVersion);
}

/** The terms in words, by their names. */
export function termTexts(terms: Terms): readonly (readonly [name: string, text: string])[] {
  return [
    ['Day count', DAY_COUNTS[terms.dayCount]],
    ['Payment allocation', ALLOCATION_ORDERS[terms.applicationOrder]],
    ['Late fee', feeText(terms.lateFeeCents)],
    ['Grace days', String(terms.lateFeeGraceDays)],
    ['Returned payment fee', feeText(terms.nsfFeeCents)],
    ['Automatic charge-off', chargeOffText(terms)],
    ['Past due tolerance', dollars(terms.toleranceCents)],
    ['Interest on a payment', ACCRUALS[terms.accrueTo]],
    ['Interest on a payoff', PAYOFF_RULES[terms.payoffRule]],
  ];
}

/** `Late fee: $25.00 → $30.00`, for each term that differs. */
export function changesOf(before: Terms, after: Terms): readonly string[] {
  const texts = new Map(termTexts(before));
  return termTexts(after)
    .filter(([name, text]) => texts.get(name) !== text)
    .map(([name, text]) => `${name}: ${texts.get(name)} → ${text}`);
}

export function feeText(cents: number): string {
  return cents === 0 ? 'None' : dollars(cents);
}

export function chargeOffText({ chargeOffAtDays }: Pick<Terms, 'chargeOffAtDays'>): string {
  return chargeOffAtDays === null ? 'Never' : `${plural(chargeOffAtDays, 'day')} past due`;
}
