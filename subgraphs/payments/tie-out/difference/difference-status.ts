export const DIFFERENCE_STATUSES = ['open', 'waiting', 'accepted', 'gone'] as const;
export type DifferenceStatus = (typeof DIFFERENCE_STATUSES)[number];

export function isSettled(status: DifferenceStatus): boolean {
  return status === 'accepted' || status === 'gone';
}
