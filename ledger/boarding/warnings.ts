/** Kinds of warnings: valid but implausible values. Warnings refuse a loan only in a strict boarding. */
export const WARNING_KINDS = [
  'level_payment',
  'payment_too_small',
  'rate_below_one',
  'next_due_far_away',
  'principal_above_original',
  'repeated_borrower',
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/** Number of warnings of each kind in a file; kinds without warnings are absent. */
export type WarningCounts = Readonly<Partial<Record<WarningKind, number>>>;

export interface WarningsOfKind {
  readonly kind: WarningKind;
  readonly count: number;
}

/** A boarding's warnings as shown: the total, and by kind. */
export function shownWarnings(counts: WarningCounts | null): {
  readonly warnings: number;
  readonly warningKinds: readonly WarningsOfKind[];
} {
  const warningKinds = WARNING_KINDS.flatMap((kind) => {
    const count = counts?.[kind] ?? 0;
    return count === 0 ? [] : [{ kind, count }];
  });
  return { warnings: warningKinds.reduce((sum, { count }) => sum + count, 0), warningKinds };
}
