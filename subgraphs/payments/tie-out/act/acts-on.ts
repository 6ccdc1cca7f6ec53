import { hasRole, type Principal } from '../../../../core/principal/principal.js';
import { type DifferenceStatus, isSettled } from '../difference/difference-status.js';
import { type ActedOn, planOf } from './act-plan.js';
import type { TieOutActRow } from './tie-out-act.store.js';

export const DIFFERENCE_ACTS = ['post', 'reverse', 'accept', 'wait'] as const;
export type DifferenceAct = (typeof DIFFERENCE_ACTS)[number];

export interface StandingDifference extends ActedOn {
  readonly status: DifferenceStatus;
  readonly factsVersion: string;
}

/**
 * What the caller may do about a difference: nothing about one that is settled, and a viewer nothing at all. What was done about it, or is
 * being done, is not done again until a look has found it again.
 */
export function actsOn(
  difference: StandingDifference,
  last: TieOutActRow | null,
  principal: Principal,
): readonly DifferenceAct[] {
  if (isSettled(difference.status) || !hasRole(principal, 'operator')) return [];
  const plan = isDone(difference, last) ? undefined : planOf(difference);
  return [...(plan === undefined ? [] : [plan.kind]), 'accept', 'wait'];
}

/** Whether it was acted on, or is being, as it stands. */
export function isDone(difference: { readonly factsVersion: string }, last: TieOutActRow | null): boolean {
  if (last === null || last.status === 'refused') return false;
  return last.status === 'pending' || last.factsVersion === difference.factsVersion;
}
