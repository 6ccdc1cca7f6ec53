import type { ApplicationOrder } from '../../core/contract/ledger-product.js';
import { type Cents, cents } from '../../core/money.js';
import type { Components } from '../loan.js';

type Component = keyof Components;

/** The order of allocation. */
const COMPONENTS_IN: Readonly<Record<ApplicationOrder, readonly [Component, Component, Component]>> = {
  fees_interest_principal: ['feesCents', 'interestCents', 'principalCents'],
  interest_fees_principal: ['interestCents', 'feesCents', 'principalCents'],
  interest_principal_fees: ['interestCents', 'principalCents', 'feesCents'],
};

/**
 * Allocates a payment to the balance owed, component by component.
 *
 * @throws {RangeError} when the amount exceeds the total owed: the caller must have checked it against the payoff.
 */
export function allocateInOrder(amountCents: Cents, owed: Components, order: ApplicationOrder): Components {
  const applied = { principalCents: 0, interestCents: 0, feesCents: 0 };
  let left: number = amountCents;
  for (const component of COMPONENTS_IN[order]) {
    applied[component] = Math.min(left, owed[component]);
    left -= applied[component];
  }
  if (left > 0) throw new RangeError('a payment may not exceed the balance owed');
  return {
    principalCents: cents(applied.principalCents),
    interestCents: cents(applied.interestCents),
    feesCents: cents(applied.feesCents),
  };
}

/** Whether a payment covers fees before principal: then a fee leaves that much of an installment unpaid. */
export function paysFeesBeforePrincipal(order: ApplicationOrder): boolean {
  return order !== 'interest_principal_fees';
}
