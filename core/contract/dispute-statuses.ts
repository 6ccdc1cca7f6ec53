/** The status of a dispute, as card processors report it. */
export const DISPUTE_STATUSES = [
  'inquiry_needs_response',
  'inquiry_under_review',
  'inquiry_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
