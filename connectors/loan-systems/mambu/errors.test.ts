import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { failureOf, NO_LOAN, refusesOnlyThisRead, reportsAbsent } from './errors.js';

describe('an answer other than success', () => {
  const words = (...reasons: readonly string[]) =>
    parse(JSON.stringify({ errors: reasons.map((errorReason) => ({ errorCode: 1, errorReason })) }));

  it.each([
    [400, 'EXCESS_REPAYMENT_ERROR', { kind: 'refused', reason: 'amount_exceeds_balance' }],
    [400, 'INVALID_ACCOUNT_STATE', { kind: 'refused', reason: 'account_state_forbids' }],
    [400, 'INVALID_ACCOUNT_STATE_FOR_REPAYMENTS', { kind: 'refused', reason: 'account_state_forbids' }],
    [400, 'INVALID_REPAYMENT_DATE_ERROR', { kind: 'refused', reason: 'date_not_allowed' }],
    [400, 'INVALID_PARAMETERS', { kind: 'refused', reason: 'request_not_accepted' }],
    [404, 'INVALID_LOAN_ACCOUNT_ID', { kind: 'refused', reason: 'account_not_found' }],
    [400, 'A_NEW_RULE', { kind: 'refused', reason: 'a_new_rule' }],
    [400, '<script>', { kind: 'refused', reason: 'refused_by_loan_system' }],
    [400, 'TRANSACTION_IDENTIFIER_ALREADY_USED', { kind: 'duplicate' }],
    [400, 'INVALID_PERMISSIONS', { kind: 'not_taken', isOurFault: true }],
    [404, 'INVALID_API_OPERATION', { kind: 'not_taken', isOurFault: true }],
    [404, 'INVALID_TENANT_ID', { kind: 'not_taken', isOurFault: true }],
    [401, 'INVALID_CREDENTIALS', { kind: 'not_taken', isOurFault: true }],
    [403, 'INVALID_PERMISSIONS', { kind: 'not_taken', isOurFault: true }],
    [409, 'CONFLICT', { kind: 'not_taken', isOurFault: false }],
    [429, 'TOO_MANY_REQUESTS', { kind: 'not_taken', isOurFault: false }],
    [408, 'TIMEOUT', { kind: 'unclear' }],
    [500, 'INTERNAL_ERROR', { kind: 'unclear' }],
    [503, 'UNDER_MAINTENANCE', { kind: 'unclear' }],
    [302, 'INVALID_PARAMETERS', { kind: 'unclear' }],
  ])('%i %s', (status, reason, failure) => {
    expect(failureOf({ status, body: words(reason) })).toEqual(failure);
  });

  it.each([
    [404, 'INVALID_LOAN_ACCOUNT_ID', true],
    [404, 'A_NEW_WORD', false],
    [404, 'INVALID_CLIENT_ID', false],
    [404, 'INVALID_TENANT_ID', false],
    [404, 'INVALID_API_OPERATION', false],
    [404, 'INVALID_PERMISSIONS', false],
    [400, 'INVALID_LOAN_ACCOUNT_ID', false],
  ])('to a read, %i %s means absent: %s', (status, reason, absent) => {
    expect(reportsAbsent({ status, body: words(reason) }, NO_LOAN)).toBe(absent);
    expect(reportsAbsent({ status, body: undefined }, NO_LOAN)).toBe(false);
  });

  it.each([
    [400, 'INVALID_PARAMETERS', true],
    [404, 'A_NEW_WORD', true],
    [409, 'CONFLICT', true],
    [401, 'INVALID_CREDENTIALS', false],
    [403, 'INVALID_PERMISSIONS', false],
    [404, 'INVALID_TENANT_ID', false],
    [404, 'INVALID_API_OPERATION', false],
    [429, 'TOO_MANY_REQUESTS', false],
    [500, 'INTERNAL_ERROR', false],
  ])('to a read, %i %s leaves the system well: %s', (status, reason, isWell) => {
    expect(refusesOnlyThisRead({ status, body: words(reason) })).toBe(isWell);
    expect(refusesOnlyThisRead({ status, body: undefined })).toBe(false);
  });

  it.each([400, 404, 409, 422, 502])(
    '%i without Mambu’s error codes is unclear: another server has answered',
    (status) => {
      expect(failureOf({ status, body: undefined })).toEqual({ kind: 'unclear' });
      expect(failureOf({ status, body: parse('{"errors":[]}') })).toEqual({ kind: 'unclear' });
      expect(failureOf({ status, body: parse('{"message":"no Route matched"}') })).toEqual({ kind: 'unclear' });
    },
  );
});
