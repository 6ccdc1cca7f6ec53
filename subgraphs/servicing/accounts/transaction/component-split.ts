import type { Split } from './transaction.type.js';

/** Null when no component is known; if only some are known, a missing one counts as zero. */
export function componentSplit(components: { readonly [F in keyof Split]: number | null } | undefined): Split | null {
  if (components === undefined) return null;
  const { principalCents, interestCents, feesCents } = components;
  if (principalCents === null && interestCents === null && feesCents === null) return null;
  return { principalCents: principalCents ?? 0, interestCents: interestCents ?? 0, feesCents: feesCents ?? 0 };
}
