import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { failureOf, saysAbsent } from './errors.js';
import { asPosting } from './lookup.js';
import { paymentNotes, reversalMarkOf, reversalNotes } from './notes.js';
import { clientPerson, groupPerson, holderOf, personId } from './persons.js';
import { statusOf, takesRepayments } from './statuses.js';
import { normalizedTransaction, transactionTypeOf } from './transactions.js';
import { clientShape, type MambuTransaction, transactionShape } from './wire.js';

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
  ])('%s %s is %s, and takes repayments: %s', (state, subState, status, takes) => {
    expect(statusOf(state, subState)).toBe(status);
    expect(takesRepayments(state)).toBe(takes);
  });
});

describe('transaction type', () => {
  it.each([
    ['REPAYMENT', 'payment'],
    ['REPAYMENT_ADJUSTMENT', 'reversal'],
    ['DISBURSEMENT', 'disbursement'],
    ['FEE_APPLIED', 'fee'],
    ['PENALTY_APPLIED', 'fee'],
    ['FEE_ADJUSTMENT', 'adjustment'],
    ['INTEREST_APPLIED', 'accrual'],
    ['INTEREST_DUE_REDUCED', 'waiver'],
    ['WRITE_OFF', 'charge_off'],
    ['WRITE_OFF_ADJUSTMENT', 'adjustment'],
    ['REFUND', 'refund'],
    ['PAYMENT_MADE', 'refund'],
    ['BRANCH_CHANGED', 'other'],
    ['SOMETHING_NEW', 'other'],
    ['toString', 'other'],
  ])('%s is %s', (type, expected) => {
    expect(transactionTypeOf({ type, notes: undefined })).toBe(expected);
  });

  it('an adjustment of ours for insufficient funds is nsf', () => {
    const notes = reversalNotes({ reference: 'R1', isNsf: true }, null);
    expect(transactionTypeOf({ type: 'REPAYMENT_ADJUSTMENT', notes })).toBe('nsf');
    expect(transactionTypeOf({ type: 'REPAYMENT', notes })).toBe('payment');
  });
});

describe('transaction', () => {
  it('a repayment: exact amounts, its own date, fees and penalties in one', () => {
    expect(normalizedTransaction(read())).toEqual({
      externalId: 'T1',
      type: 'payment',
      amountCents: 12_345,
      effectiveAt: '2026-11-20',
      status: 'posted',
      originalExternalId: null,
      paymentMethod: null,
      reason: null,
      principalCents: 10_000,
      interestCents: 2_000,
      feesCents: 345,
      endingBalanceCents: 87_655,
    });
  });

  it('one that was adjusted is reversed; the adjusting one names it, with amounts as magnitudes', () => {
    expect(normalizedTransaction(read({ adjustmentTransactionKey: 'T2' })).status).toBe('reversed');
    const adjusting = read({ type: 'REPAYMENT_ADJUSTMENT', originalTransactionKey: 'T1', amount: -123.45 });
    expect(normalizedTransaction(adjusting)).toMatchObject({
      type: 'reversal',
      status: 'posted',
      originalExternalId: 'T1',
      amountCents: 12_345,
    });
  });

  it.each([
    ['FEE_ADJUSTMENT', 5, -500],
    ['FEE_ADJUSTMENT', -5, -500],
    ['WRITE_OFF_ADJUSTMENT', -5, 500],
    ['REDUCE_BALANCE', 5, -500],
    ['TRANSFER', -5, -500],
    ['SOMETHING_NEW', -5, -500],
    ['REPAYMENT', -5, 500],
    ['FEE_ADJUSTMENT', 0, 0],
  ])('%s of %d: corrections are signed by what they do to what is owed', (type, amount, expected) => {
    const corrected = normalizedTransaction(read({ type, amount, affectedAmounts: { principalAmount: amount } }));
    expect(corrected).toMatchObject({ amountCents: expected, principalCents: expected, feesCents: null });
  });

  it('amounts that are not told, or are no whole cents, are null, never zero or rounded', () => {
    const { affectedAmounts, amount, accountBalances, ...bare } = transaction;
    expect(normalizedTransaction(shaped(bare))).toMatchObject({
      amountCents: null,
      principalCents: null,
      feesCents: null,
      endingBalanceCents: null,
    });
    const odd = read({ amount: 0.005, affectedAmounts: { feesAmount: 1.001, penaltyAmount: 2 } });
    expect(normalizedTransaction(odd)).toMatchObject({ amountCents: null, feesCents: null });
    expect(asPosting(odd)).toBeUndefined();
  });

  it('dates are the organization’s, in whatever zone ours is', () => {
    const late = read({ valueDate: '2026-11-20T23:59:59-08:00', creationDate: '2026-11-20T23:59:59-0800' });
    expect(asPosting(late)).toMatchObject({ effectiveOn: '2026-11-20', postedAt: '2026-11-21T07:59:59.000Z' });
  });

  it('the reference number is the id; of an id that is no number, always the same one for the same key', () => {
    expect(asPosting(read({ id: '4711' }))?.referenceNumber).toBe(4_711);
    const custom = asPosting(read({ id: 'TXN-2026/1' }))?.referenceNumber;
    expect(custom).toSatisfy(Number.isSafeInteger);
    expect(asPosting(read({ id: 'TXN-2026/2' }))?.referenceNumber).toBe(custom);
    expect(asPosting(read({ id: 'TXN-2026/1', encodedKey: 'T2' }))?.referenceNumber).not.toBe(custom);
  });
});

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
    [404, 'A_NEW_WORD', true],
    [404, 'INVALID_TENANT_ID', false],
    [404, 'INVALID_API_OPERATION', false],
    [404, 'INVALID_PERMISSIONS', false],
    [400, 'INVALID_LOAN_ACCOUNT_ID', false],
  ])('to a read, %i %s says that it is not there: %s', (status, reason, absent) => {
    expect(saysAbsent({ status, body: words(reason) })).toBe(absent);
    expect(saysAbsent({ status, body: undefined })).toBe(false);
  });

  it.each([400, 404, 409, 422, 502])(
    '%i without Mambu’s own words is unclear: somebody else has answered',
    (status) => {
      expect(failureOf({ status, body: undefined })).toEqual({ kind: 'unclear' });
      expect(failureOf({ status, body: parse('{"errors":[]}') })).toEqual({ kind: 'unclear' });
      expect(failureOf({ status, body: parse('{"message":"no Route matched"}') })).toEqual({ kind: 'unclear' });
    },
  );
});

describe('notes', () => {
  it('a reversal’s reference is found again, in whatever Mambu wraps it', () => {
    const notes = reversalNotes({ reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV', isNsf: false }, 'x'.repeat(400));
    expect(notes).toHaveLength(255);
    expect(reversalMarkOf(`<p>${notes}</p>`)).toEqual({ reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV', isNsf: false });
    expect(reversalMarkOf('Reversed by hand')).toBeUndefined();
    expect(reversalMarkOf(undefined)).toBeUndefined();
  });

  it('a payment’s method, number and memo, cut at Mambu’s limit', () => {
    expect(paymentNotes({ paymentMethod: 'check', checkNumber: 7, memo: 'm' })).toBe('check 7: m');
    expect(paymentNotes({ paymentMethod: 'cash', checkNumber: null, memo: null })).toBe('cash');
    expect(paymentNotes({ paymentMethod: 'cash', checkNumber: null, memo: 'm'.repeat(300) })).toHaveLength(255);
  });
});

describe('person', () => {
  const client = (more: object) =>
    clientShape.parse(parse(JSON.stringify({ encodedKey: 'C1', firstName: ' Ada ', lastName: 'Moreno', ...more })));
  const home = { line1: '1 Main Street', city: 'Albany', region: 'NY', postcode: '12207' };

  it('of a client: its names, the phone it has, addresses that a letter would reach', () => {
    const person = clientPerson(
      'C1',
      client({
        middleName: 'Q',
        homePhone: '+1 212 555 0100',
        addresses: [
          { ...home, country: 'usa' },
          { ...home, country: 'US', line2: 'Flat 2' },
          { ...home },
          { city: 'Albany' },
        ],
      }),
    );
    expect(person).toEqual({
      externalId: 'C1',
      displayName: 'Ada Q Moreno',
      email: null,
      phone: '+1 212 555 0100',
      addresses: [
        { line1: '1 Main Street', line2: null, city: 'Albany', state: 'NY', postalCode: '12207', country: 'US' },
        { line1: '1 Main Street', line2: 'Flat 2', city: 'Albany', state: 'NY', postalCode: '12207', country: 'US' },
      ],
    });
  });

  it('of a group: one person of the group’s name, known apart from clients', () => {
    const id = personId('GROUP', 'G1');
    expect([id, holderOf(id), holderOf(personId('CLIENT', 'C1'))]).toEqual([
      'GROUP:G1',
      { isGroup: true, key: 'G1' },
      { isGroup: false, key: 'C1' },
    ]);
    expect(groupPerson(id, { encodedKey: 'G1', groupName: 'Weavers', addresses: [] }).displayName).toBe('Weavers');
  });
});

const transaction = {
  encodedKey: 'T1',
  id: '17',
  parentAccountKey: 'L1',
  type: 'REPAYMENT',
  amount: 123.45,
  valueDate: '2026-11-20T00:00:00-05:00',
  creationDate: '2026-11-20T09:30:00-05:00',
  affectedAmounts: { principalAmount: 100, interestAmount: 20, feesAmount: 3.4, penaltyAmount: 0.05 },
  accountBalances: { principalBalance: 876.55 },
};

function read(more: object = {}): MambuTransaction {
  return shaped({ ...transaction, ...more });
}

function shaped(body: object): MambuTransaction {
  return transactionShape.parse(parse(JSON.stringify(body)));
}
