import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { reversalNotes } from './notes.js';
import { asPosting } from './posting-lookup.js';
import { type MambuTransaction, transactionShape } from './response-schemas.js';
import { normalizedTransaction, transactionTypeOf } from './transaction-mapping.js';

describe('transaction type', () => {
  it.each([
    ['REPAYMENT', 'payment'],
    ['REPAYMENT_ADJUSTMENT', 'reversal'],
    ['DISBURSEMENT', 'disbursement'],
    ['FEE_APPLIED', 'fee'],
    ['PENALTY_APPLIED', 'fee'],
    ['FEE_ADJUSTMENT', 'adjustment'],
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

  it.each(['INTEREST_APPLIED', 'IBF_INTEREST_APPLIED', 'DEFERRED_INTEREST_APPLIED', 'INTEREST_APPLIED_ADJUSTMENT'])(
    '%s is not listed: no system lists accruals',
    (type) => {
      expect(normalizedTransaction(read({ type }))).toBeUndefined();
    },
  );

  it('an adjusted transaction is reversed; the adjusting one names it, with amounts as magnitudes', () => {
    expect(normalizedTransaction(read({ adjustmentTransactionKey: 'T2' }))?.status).toBe('reversed');
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
  ])('%s of %d: the sign of a correction shows its effect on what is owed', (type, amount, expected) => {
    const corrected = normalizedTransaction(read({ type, amount, affectedAmounts: { principalAmount: amount } }));
    expect(corrected).toMatchObject({ amountCents: expected, principalCents: expected, feesCents: null });
  });

  it('missing amounts, and amounts that are not whole cents, are null, never zero or rounded', () => {
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

  it('dates are in the organization’s time zone, whatever ours is', () => {
    const late = read({ valueDate: '2026-11-20T23:59:59-08:00', creationDate: '2026-11-20T23:59:59-0800' });
    expect(asPosting(late)).toMatchObject({ effectiveOn: '2026-11-20', postedAt: '2026-11-21T07:59:59.000Z' });
  });

  it('the reference number is the id; for a non-numeric id it is derived from the key and stable', () => {
    expect(asPosting(read({ id: '4711' }))?.referenceNumber).toBe(4_711);
    const custom = asPosting(read({ id: 'TXN-2026/1' }))?.referenceNumber;
    expect(custom).toSatisfy(Number.isSafeInteger);
    expect(asPosting(read({ id: 'TXN-2026/2' }))?.referenceNumber).toBe(custom);
    expect(asPosting(read({ id: 'TXN-2026/1', encodedKey: 'T2' }))?.referenceNumber).not.toBe(custom);
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
