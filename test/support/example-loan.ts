import { Temporal } from 'temporal-polyfill';
import { cents } from '../../core/money.js';
import { type IsoDate, isoDate } from '../../core/time/dates.js';
import type { Loan } from '../../ledger/loan.js';
import { BUILT_IN_TERMS } from '../../ledger/rules/product-terms.js';
import { levelPaymentCents } from '../../ledger/rules/schedule.js';

/** A date in a test. */
export function on(date: string): IsoDate {
  return isoDate(Temporal.PlainDate.from(date));
}

/** An active loan for tests: 12,000.00 over 12 months at 12 %, paid out on 15 January 2026, first due on 15 February. */
export function exampleLoan(changes: Partial<Loan> = {}): Loan {
  return {
    id: 'loan-1',
    organizationId: 'organization-1',
    product: BUILT_IN_TERMS,
    status: 'active',
    originatedOn: on('2026-01-15'),
    firstDueOn: on('2026-02-15'),
    originalPrincipalCents: cents(1_200_000),
    annualRateBps: 1_200,
    termMonths: 12,
    scheduledPaymentCents: levelPaymentCents(cents(1_200_000), { annualRateBps: 1_200 }, 12),
    nsfFeeCents: cents(2_500),
    principalCents: cents(1_200_000),
    interestCents: cents(0),
    accrualRemainder: 0,
    accruedThrough: on('2026-01-15'),
    feesCents: cents(0),
    lateFeesCents: cents(0),
    takenByLateFeesCents: cents(0),
    lateFeeInstallments: [],
    scheduledPaidCents: cents(0),
    chargedOffOn: null,
    paidOffOn: null,
    dayEndThrough: on('2026-01-14'),
    ...changes,
  };
}
