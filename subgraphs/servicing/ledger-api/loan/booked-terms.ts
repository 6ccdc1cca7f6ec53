import type { BookLoanBody } from '../../../../core/contract/ledger-request-bodies.js';
import { type ValidationIssue, wrongValue } from '../../../../core/errors/validation.js';
import { cents } from '../../../../core/money.js';
import { addDays, type IsoDate } from '../../../../core/time/dates.js';
import type { NewLoan } from '../../../../ledger/loan.js';
import { type AnnualRate, annualRateOf } from '../../../../ledger/rules/annual-rate.js';
import { rollForward } from '../../../../ledger/rules/business-day.js';
import { levelPaymentCents } from '../../../../ledger/rules/schedule.js';
import type { BookedProduct } from './ledger-loan.reads.store.js';

const A_YEAR_DAYS = 366;

/** The agreed terms of a loan, from the request and the product's defaults. */
export function termsOf(
  body: BookLoanBody,
  product: BookedProduct | undefined,
): Omit<NewLoan, 'id' | 'organizationId'> {
  const principal = cents(body.original_principal_cents);
  const annualRate = agreedRate(body.annual_rate);
  const { term_months: termMonths, scheduled_payment_cents: asked, nsf_fee_cents: fee } = body;
  return {
    originatedOn: body.originated_on,
    firstDueOn: body.first_due_on,
    originalPrincipalCents: principal,
    ...annualRate,
    termMonths,
    scheduledPaymentCents: asked ? cents(asked) : levelPaymentCents(principal, annualRate, termMonths),
    nsfFeeCents: cents(fee ?? product?.nsfFeeCents ?? 0),
    loanNumber: body.loan_number,
    ...(product !== undefined && { bookedUnder: { id: product.id, version: product.currentVersion } }),
  };
}

/**
 * Refuses dates that are implausibly far off, and first due dates that are not in the future: a loan is disbursed
 * before its first due date.
 */
export function wrongDates(
  { originated_on: originatedOn, first_due_on: firstDueOn }: BookLoanBody,
  today: IsoDate,
): readonly ValidationIssue[] {
  const isNear = originatedOn >= addDays(today, -A_YEAR_DAYS) && originatedOn <= addDays(today, A_YEAR_DAYS);
  return [
    ...(isNear ? [] : [wrongValue('originated_on', 'originated_on must be within a year of today', originatedOn)]),
    ...(firstDueOn <= addDays(originatedOn, A_YEAR_DAYS)
      ? []
      : [wrongValue('first_due_on', 'first_due_on must be within a year of originated_on', firstDueOn)]),
    ...(firstDueOn > rollForward(today)
      ? []
      : [wrongValue('first_due_on', 'first_due_on must be after the business day', firstDueOn)]),
  ];
}

function agreedRate(percent: string): AnnualRate {
  const rate = annualRateOf(percent);
  if (rate === undefined) throw new Error('the body was checked');
  return rate;
}
