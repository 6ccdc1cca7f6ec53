import { expect, it } from 'vitest';
import { cents } from '../../core/money.js';
import type { NormalizedTransactionType } from './account-change.js';
import { withNormalizedSigns } from './normalize-signs.js';

const of = (type: NormalizedTransactionType, amount: number, because: { readonly becauseOfExternalId?: string } = {}) =>
  withNormalizedSigns({
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
] as const)('%s always has the same sign, whatever sign the loan system uses', (type, sign) => {
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

it.each(['adjustment', 'other'] as const)('%s keeps the sign of the loan system', (type) => {
  expect([of(type, 700).amountCents, of(type, -700).amountCents]).toEqual([700, -700]);
});

it('a loss change keeps the sign of the loan system: a reduced loss is negative', () => {
  const reversal = { becauseOfExternalId: '2' };
  expect([700, -700].map((amount) => of('charge_off', amount, reversal))).toMatchObject([
    { amountCents: 700, principalCents: 700 },
    { amountCents: -700, principalCents: -700 },
  ]);
  // Other consequences of a reversal have the sign of their type, for example the fee of a returned payment.
  expect(of('fee', -700, reversal).amountCents).toBe(700);
});
