import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLICATION_ORDERS } from '../../core/contract/ledger-product.js';
import { cents } from '../../core/money.js';
import { total } from './balance-component-arithmetic.js';
import { allocateInOrder } from './payment-allocation.js';

const amount = fc.integer({ min: 0, max: 10 ** 10 }).map(cents);
const owed = { feesCents: cents(3_000), interestCents: cents(1_000), principalCents: cents(50_000) };

describe('payment application', () => {
  test.each([
    ['fees_interest_principal', 2_000, { feesCents: 2_000, interestCents: 0, principalCents: 0 }],
    ['fees_interest_principal', 3_500, { feesCents: 3_000, interestCents: 500, principalCents: 0 }],
    ['fees_interest_principal', 10_000, { feesCents: 3_000, interestCents: 1_000, principalCents: 6_000 }],
    ['interest_fees_principal', 900, { feesCents: 0, interestCents: 900, principalCents: 0 }],
    ['interest_fees_principal', 2_000, { feesCents: 1_000, interestCents: 1_000, principalCents: 0 }],
    ['interest_fees_principal', 10_000, { feesCents: 3_000, interestCents: 1_000, principalCents: 6_000 }],
    ['interest_principal_fees', 2_000, { feesCents: 0, interestCents: 1_000, principalCents: 1_000 }],
    ['interest_principal_fees', 52_000, { feesCents: 1_000, interestCents: 1_000, principalCents: 50_000 }],
  ] as const)('%s: %i', (order, paid, expected) => {
    expect(allocateInOrder(cents(paid), owed, order)).toEqual(expected);
  });

  test.each(APPLICATION_ORDERS)('%s: all of it, and never more', (order) => {
    expect(allocateInOrder(cents(54_000), owed, order)).toEqual(owed);
    expect(() => allocateInOrder(cents(54_001), owed, order)).toThrow(RangeError);
  });

  test('every cent is applied, none to a component that owes nothing, and none to a later component before the earlier ones are paid', () => {
    const order = fc.constantFrom(...APPLICATION_ORDERS);
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(amount, amount, amount, share, order, (fees, interest, principal, paidShare, applicationOrder) => {
        const balances = { feesCents: fees, interestCents: interest, principalCents: principal };
        const paid = cents(Math.floor(total(balances) * paidShare));
        const applied = allocateInOrder(paid, balances, applicationOrder);
        expect(total(applied)).toBe(paid);
        const inTurn = applicationOrder
          .split('_')
          .map((part) => (part === 'fees' ? 'feesCents' : part === 'interest' ? 'interestCents' : 'principalCents'));
        for (const [index, component] of inTurn.entries()) {
          expect(applied[component]).toBeLessThanOrEqual(balances[component]);
          const before = inTurn[index - 1];
          if (before !== undefined && applied[component] > 0) expect(applied[before]).toBe(balances[before]);
        }
      }),
    );
  });
});
