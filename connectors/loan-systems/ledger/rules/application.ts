import { type Cents, cents } from '../../../../core/money.js';
import type { Components } from '../loan.js';

/**
 * Applies a payment in the order fees → interest → principal.
 *
 * @throws {RangeError} when the amount is above everything owed: whoever posts has checked it against the payoff.
 */
export function applyInOrder(amountCents: Cents, owed: Components): Components {
  const feesCents = Math.min(amountCents, owed.feesCents);
  const interestCents = Math.min(amountCents - feesCents, owed.interestCents);
  const principalCents = amountCents - feesCents - interestCents;
  if (principalCents > owed.principalCents) throw new RangeError('a payment may not exceed what is owed');
  return { principalCents: cents(principalCents), interestCents: cents(interestCents), feesCents: cents(feesCents) };
}
