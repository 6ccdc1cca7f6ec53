import { hasRole, type Principal } from '../../../core/auth/principal.js';

export const DIFFERENCE_STATUSES = ['open', 'waiting', 'accepted', 'gone'] as const;
export type DifferenceStatus = (typeof DIFFERENCE_STATUSES)[number];

export const DIFFERENCE_ACTS = ['accept', 'wait'] as const;
export type DifferenceAct = (typeof DIFFERENCE_ACTS)[number];

/** What the caller may do about a difference: nothing about one that is settled, and a viewer nothing at all. */
export function actsOn(status: DifferenceStatus, principal: Principal): readonly DifferenceAct[] {
  const isSettled = status === 'accepted' || status === 'gone';
  return isSettled || !hasRole(principal, 'operator') ? [] : DIFFERENCE_ACTS;
}
