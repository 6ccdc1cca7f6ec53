import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { cents } from '../../core/money.js';
import { isoInstant } from '../../core/time/dates.js';
import { exampleLoan, on } from '../../test/support/example-loan.js';
import { pastDuePosition } from './schedule.js';
import { lifecycleEvents, statusOf } from './status.js';

const at = isoInstant(Temporal.Instant.from('2026-03-01T12:00:00Z'));
const paid = { principalCents: cents(0), interestCents: cents(0), feesCents: cents(0) };

describe('status', () => {
  test.each([
    ['nothing past due', {}, '2026-02-01', 'active'],
    ['an installment past due', {}, '2026-03-01', 'delinquent'],
    ['charged off', { chargedOffOn: on('2026-06-16') }, '2026-07-01', 'charged_off'],
    ['nothing owed', paid, '2026-03-01', 'paid_in_full'],
    ['charged off and recovered in full', { ...paid, chargedOffOn: on('2026-06-16') }, '2026-07-01', 'closed'],
    ['only a fee owed', { ...paid, feesCents: cents(1) }, '2026-03-01', 'active'],
    ['pending stays pending', { ...paid, status: 'pending' }, '2026-03-01', 'pending'],
    ['closed stays closed', { ...paid, status: 'closed' }, '2026-03-01', 'closed'],
  ] as const)('%s: %s on %s is %s', (_, changes, date, expected) => {
    const loan = exampleLoan(changes);
    expect(statusOf(loan, pastDuePosition(loan, on(date)))).toBe(expected);
  });

  test.each([
    ['pending', 'active', 'opened'],
    ['active', 'delinquent', 'delinquent'],
    ['delinquent', 'active', 'current'],
    ['delinquent', 'charged_off', 'charged_off'],
    ['active', 'paid_in_full', 'paid_in_full'],
    ['paid_in_full', 'active', 'reopened'],
    ['paid_in_full', 'delinquent', 'reopened'],
    ['paid_in_full', 'charged_off', 'reopened'],
    ['paid_in_full', 'closed', 'closed'],
    ['charged_off', 'closed', 'closed'],
    ['closed', 'charged_off', 'reopened'],
  ] as const)('from %s to %s is the event %s', (from, to, type) => {
    expect(lifecycleEvents(from, to, at)).toEqual([{ type, fromStatus: from, toStatus: to, occurredAt: at }]);
  });

  test('no change, no event', () => {
    expect(lifecycleEvents('active', 'active', at)).toEqual([]);
  });
});
