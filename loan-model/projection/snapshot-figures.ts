/** The figures of a past-due snapshot, which differ from one day to another. */
export const SNAPSHOT_FIGURES = [
  'statusCode',
  'balanceCents',
  'pastDueCents',
  'oldestUnpaidOn',
  'oldestUnpaidCents',
  'nextDueOn',
  'nextDueCents',
] as const;
