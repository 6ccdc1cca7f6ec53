import { expect, it } from 'vitest';
import { cents } from '../../../core/money.js';
import type { NormalizedTransactionType } from './account-change.js';
import { signed } from './signs.js';

const of = (type: NormalizedTransactionType, amount: number) =>
  signed({
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
