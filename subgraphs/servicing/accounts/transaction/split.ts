import type { Split } from './transaction.type.js';

/** Null where no component is known; of several, one that is not told is nothing. */
export function splitOf(told: { readonly [F in keyof Split]: number | null } | undefined): Split | null {
  if (told === undefined) return null;
  const { principalCents, interestCents, feesCents } = told;
  if (principalCents === null && interestCents === null && feesCents === null) return null;
  return { principalCents: principalCents ?? 0, interestCents: interestCents ?? 0, feesCents: feesCents ?? 0 };
}
