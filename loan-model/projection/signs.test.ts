import { expect, it } from 'vitest';
import { cents } from '../../core/money.js';
import type { NormalizedTransactionType } from './account-change.js';
import { signed } from './signs.js';

const of = (type: NormalizedTransactionType, amount: number, because: { readonly becauseOfExternalId?: string } = {}) =>
  signed({
    ...because,
    externalId: '1',
    type,
    amountCents: cents(amount),
    effectiveAt: null,
    status: 'posted',
    originalExternalId: null,
    paymentMethod: null,
    reason: null,
    principalCents: cents(amount),
    interestCents: cents(0),
    feesCents: null,
    endingBalanceCents: cents(500),
  });

it.each([
  ['payment', 1],
  ['disbursement', 1],
  ['fee', 1],
  ['charge_off', 1],
  ['reversal', -1],
  ['nsf', -1],
  ['refund', -1],
  ['waiver', -1],
] as const)('%s is told with one sign, whichever way it came', (type, sign) => {
  for (const amount of [700, -700]) {
    expect(of(type, amount)).toMatchObject({
      amountCents: sign * 700,
      principalCents: sign * 700,
      interestCents: 0,
      feesCents: null,
      endingBalanceCents: 500,
    });
  }
});

it.each(['adjustment', 'other'] as const)('%s stays as it came', (type) => {
  expect([of(type, 700).amountCents, of(type, -700).amountCents]).toEqual([700, -700]);
});

it('a change of a loss stays as it came: a loss that became smaller is negative', () => {
  const reversal = { becauseOfExternalId: '2' };
  expect([700, -700].map((amount) => of('charge_off', amount, reversal))).toMatchObject([
    { amountCents: 700, principalCents: 700 },
    { amountCents: -700, principalCents: -700 },
  ]);
  // What else follows from a reversal has the sign of its type: the fee of a returned payment.
  expect(of('fee', -700, reversal).amountCents).toBe(700);
});
