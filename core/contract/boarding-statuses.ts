/** The states of a boarding, in order; the last four are its ends. */
export const BOARDING_STATUSES = [
  'receiving',
  'received',
  'writing',
  'done',
  'checked',
  'refused',
  'abandoned',
] as const;
export type BoardingStatus = (typeof BOARDING_STATUSES)[number];
