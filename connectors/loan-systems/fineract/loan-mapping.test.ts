import { LosslessNumber } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../../core/time/dates.js';
import { asSourceLoan } from './loan-mapping.js';
import { loanDetail } from './response-schemas.js';

describe('what is due on a loan', () => {
  const numeral = (digits: string) => new LosslessNumber(digits);
  /** Fineract keeps the schedule and the overdue sums in every status. */
  const pastDueOf = (status: number) => {
    const due = (period: string, dueDate: string) => ({
      period: numeral(period),
      dueDate,
      complete: false,
      totalOutstandingForPeriod: numeral('106.62'),
    });
    const loan = loanDetail.parse({
      id: numeral('12'),
      status: { id: numeral(String(status)) },
      clientId: numeral('2'),
      summary: { totalOverdue: numeral('213.24'), overdueSinceDate: '2026-10-01' },
      repaymentSchedule: { periods: [due('1', '2026-10-01'), due('2', '2026-11-01'), due('3', '2026-12-01')] },
    });
    const context = {
      revision: 'r',
      today: '2026-11-28' as IsoDate,
      timeZone: 'Asia/Kolkata',
      contractNumbers: 'given' as const,
    };
    return asSourceLoan(loan, context)?.pastDue;
  };
  const asOf = '2026-11-28';

  it.each([
    ['submitted', 100],
    ['approved, or its disbursement was undone', 200],
    ['withdrawn', 400],
    ['rejected', 500],
    ['closed as rescheduled', 602],
  ])('%s: nothing', (_, status) => {
    const nothing = { asOf, pastDueCents: 0, oldestUnpaidOn: null, nextDueOn: null, nextDueCents: null };
    expect(pastDueOf(status)).toEqual(nothing);
  });

  it.each([
    ['active', 300],
    ['in transfer', 303],
    ['transfer on hold', 304],
  ])('%s: its unpaid installments', (_, status) => {
    expect(pastDueOf(status)).toEqual({
      asOf,
      pastDueCents: 21_324,
      oldestUnpaidOn: '2026-10-01',
      nextDueOn: '2026-12-01',
      nextDueCents: 10_662,
    });
  });
});
