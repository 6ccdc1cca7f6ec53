import { describe, expect, it } from 'vitest';
import { statusOf, takesRepayments } from './statuses.js';

describe('status', () => {
  it.each([
    ['PARTIAL_APPLICATION', undefined, 'pending', false],
    ['PENDING_APPROVAL', undefined, 'pending', false],
    ['APPROVED', undefined, 'pending', false],
    ['ACTIVE', undefined, 'active', true],
    ['ACTIVE', 'PARTIALLY_DISBURSED', 'active', true],
    ['ACTIVE', 'LOCKED', 'active', true],
    ['ACTIVE', 'LOCKED_CAPPING', 'active', true],
    ['ACTIVE_IN_ARREARS', undefined, 'delinquent', true],
    ['ACTIVE_IN_ARREARS', 'LOCKED', 'delinquent', true],
    ['ACTIVE_IN_ARREARS', 'TERMINATED', 'delinquent', true],
    ['CLOSED', 'REPAID', 'paid_in_full', false],
    ['CLOSED', 'WRITTEN_OFF', 'charged_off', false],
    ['CLOSED', undefined, 'closed', false],
    ['CLOSED', 'WITHDRAWN', 'closed', false],
    ['CLOSED', 'REJECTED', 'closed', false],
    ['CLOSED', 'REFINANCED', 'closed', false],
    ['CLOSED', 'RESCHEDULED', 'closed', false],
    ['CLOSED', 'TERMINATED', 'closed', false],
    ['CLOSED_WRITTEN_OFF', undefined, 'charged_off', false],
    ['CLOSED_REJECTED', undefined, 'closed', false],
    ['CLOSED', 'SOLD_TO_THE_MOON', 'unknown', false],
    ['ASLEEP', undefined, 'unknown', false],
    ['constructor', undefined, 'unknown', false],
  ])('%s %s is %s, and accepts repayments: %s', (state, subState, status, takes) => {
    expect(statusOf(state, subState)).toBe(status);
    expect(takesRepayments(state)).toBe(takes);
  });
});
