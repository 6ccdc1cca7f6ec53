import { LosslessNumber } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { transaction } from './response-schemas.js';
import { normalized } from './transaction-mapping.js';

describe('payment method of a transaction', () => {
  const methods = new Map([[2, 'check']]);
  it.each([
    ['a configured payment type', { id: 2, name: 'Cheque' }, 'check'],
    ['any other payment type: the server’s name', { id: 7, name: 'Money Transfer' }, 'Money Transfer'],
    ['none', undefined, null],
  ])('%s', (_, paymentType, method) => {
    const row = { id: 1, type: { id: 2 }, date: undefined, paymentDetailData: { paymentType } };
    const [payment] = normalized(row, () => undefined, methods);
    expect(payment?.paymentMethod).toBe(method);
  });
});

describe('an entry that changes nothing of what is owed', () => {
  // Fineract reports the outstanding sums as its amounts, and 0 as the balance after it.
  const numeral = (digits: string) => new LosslessNumber(digits);
  const entry = (id: number, more: object = {}) =>
    normalized(
      transaction.parse({
        id: numeral('70'),
        type: { id: numeral(String(id)) },
        date: '2026-11-25',
        amount: numeral('1279.42'),
        principalPortion: numeral('1200.00'),
        interestPortion: numeral('79.42'),
        outstandingLoanBalance: numeral('0'),
        ...more,
      }),
      ({ odd }) => expect.unreachable(odd),
    );
  const nothing = { type: 'other', amountCents: 0, principalCents: 0, interestCents: 0, feesCents: 0 };

  it.each([
    ['transfer initiated', 12],
    ['transfer approved', 13],
    ['transfer withdrawn', 14],
    ['transfer rejected', 15],
    ['re-age', 29],
    ['re-amortize', 30],
  ])('%s: an entry without an amount and without a balance, and so is its reversal', (_, id) => {
    expect(entry(id)).toMatchObject([{ ...nothing, endingBalanceCents: null, effectiveAt: '2026-11-25' }]);
    expect(entry(id, { manuallyReversed: true })).toMatchObject([
      { ...nothing, status: 'reversed' },
      { ...nothing, externalId: '70:reversal' },
    ]);
  });

  it.each([
    ['a discount fee', 44, 127_942],
    ['its adjustment', 46, -127_942],
  ])('but %s is an adjustment', (_, id, amountCents) => {
    expect(entry(id)).toMatchObject([{ type: 'adjustment', amountCents }]);
  });
});
