import { type Cents, cents } from '../../core/money.js';
import type { Components } from '../loan.js';

export const NOTHING: Components = { principalCents: cents(0), interestCents: cents(0), feesCents: cents(0) };

export function total(components: Components): Cents {
  return cents(components.principalCents + components.interestCents + components.feesCents);
}

/** `one` and `sign` times `other`, component by component. */
export function addComponents(one: Components, other: Components, sign: 1 | -1 = 1): Components {
  return {
    principalCents: cents(one.principalCents + sign * other.principalCents),
    interestCents: cents(one.interestCents + sign * other.interestCents),
    feesCents: cents(one.feesCents + sign * other.feesCents),
  };
}

/** Avoids negative zero, which JSON and tests would distinguish. */
export function negated(components: Components): Components {
  return addComponents(NOTHING, components, -1);
}

export function isNothing({ principalCents, interestCents, feesCents }: Components): boolean {
  return principalCents === 0 && interestCents === 0 && feesCents === 0;
}
