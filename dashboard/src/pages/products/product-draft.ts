import { centsOf } from '../../format/money';
import type {
  AccrueTo,
  ApplicationOrder,
  DayCount,
  PayoffRule,
  ReviseLedgerProductInput,
} from '../../generated/graphql';
import type { Version } from './product-terms';

/** A product's terms as they are typed: dollars and days. */
export interface TypedTerms {
  readonly dayCount: DayCount;
  readonly applicationOrder: ApplicationOrder;
  readonly payoffRule: PayoffRule;
  readonly accrueTo: AccrueTo;
  readonly lateFee: string;
  readonly graceDays: string;
  readonly returnedFee: string;
  /** Empty: never automatically. */
  readonly chargeOffDays: string;
  readonly tolerance: string;
}

/** The ledger's built-in terms, which apply to loans without a product. */
export const BUILT_IN_TERMS: TypedTerms = {
  ...{ dayCount: 'actual_365', applicationOrder: 'fees_interest_principal' },
  ...{ payoffRule: 'to_payoff_day', accrueTo: 'business_day' },
  ...{ lateFee: '0.00', graceDays: '0', returnedFee: '0.00', chargeOffDays: '120', tolerance: '0.00' },
};

export function typedTermsOf(version: Version): TypedTerms {
  const { dayCount, applicationOrder, payoffRule, accrueTo, chargeOffAtDays } = version;
  return {
    ...{ dayCount, applicationOrder, payoffRule, accrueTo },
    lateFee: typedDollars(version.lateFeeCents),
    graceDays: String(version.lateFeeGraceDays),
    returnedFee: typedDollars(version.nsfFeeCents),
    chargeOffDays: chargeOffAtDays === null ? '' : String(chargeOffAtDays),
    tolerance: typedDollars(version.toleranceCents),
  };
}

/** The ledger's limits: a higher amount is a mistake. */
const MOST_CENTS = 100_000;
const MOST_GRACE_DAYS = 90;
const MOST_CHARGE_OFF_DAYS = 3_650;

export type TypedTerm = 'lateFee' | 'graceDays' | 'returnedFee' | 'chargeOffDays' | 'tolerance';

/** What is wrong with what was typed, by field. */
export function termProblems(typed: TypedTerms): Partial<Record<TypedTerm, string>> {
  const wrong: Partial<Record<TypedTerm, string>> = {};
  for (const field of ['lateFee', 'returnedFee', 'tolerance'] as const)
    if (!isWithin(centsOf(typed[field]), 0, MOST_CENTS)) wrong[field] = 'Please enter an amount from 0.00 to 1,000.00.';
  if (!isWithin(daysOf(typed.graceDays), 0, MOST_GRACE_DAYS)) wrong.graceDays = 'Please enter 0 to 90 days.';
  if (typed.chargeOffDays.trim() !== '' && !isWithin(daysOf(typed.chargeOffDays), 1, MOST_CHARGE_OFF_DAYS))
    wrong.chargeOffDays = 'Please enter 1 to 3,650 days, or nothing.';
  return wrong;
}

/** All terms as the ledger takes them; undefined while something is wrong. */
export function termsOf(typed: TypedTerms): Required<ReviseLedgerProductInput> | undefined {
  const { dayCount, applicationOrder, payoffRule, accrueTo } = typed;
  const lateFeeCents = centsOf(typed.lateFee);
  const nsfFeeCents = centsOf(typed.returnedFee);
  const toleranceCents = centsOf(typed.tolerance);
  const lateFeeGraceDays = daysOf(typed.graceDays);
  const isWrong = Object.keys(termProblems(typed)).length > 0;
  if (isWrong || lateFeeCents === undefined || nsfFeeCents === undefined) return undefined;
  if (toleranceCents === undefined || lateFeeGraceDays === undefined) return undefined;
  return {
    ...{ dayCount, applicationOrder, payoffRule, accrueTo, lateFeeCents, nsfFeeCents, toleranceCents },
    ...{ lateFeeGraceDays, chargeOffAtDays: daysOf(typed.chargeOffDays) ?? null },
  };
}

/** Only the terms that differ from the version, so that another person's revision of others is kept. Undefined: none. */
export function revisionOf(version: Version, typed: TypedTerms): ReviseLedgerProductInput | undefined {
  const known: Readonly<Record<string, unknown>> = { ...version };
  const changed = Object.entries(termsOf(typed) ?? {}).filter(([name, value]) => known[name] !== value);
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** What is wrong with a code; undefined: nothing. */
export function codeProblem(code: string): string | undefined {
  if (code.trim() === '') return 'Please enter the code.';
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(code.trim());
  return isPlain ? undefined : 'Letters, digits, dots, hyphens and underscores, beginning with a letter or a digit.';
}

function daysOf(text: string): number | undefined {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
}

function isWithin(value: number | undefined, least: number, most: number): boolean {
  return value !== undefined && value >= least && value <= most;
}

function typedDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
