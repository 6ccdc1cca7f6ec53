import { hasRole, type Principal } from '../../../../core/principal/principal.js';
import { type DifferenceStatus, isSettled } from '../difference/difference-status.js';
import { type ActedOn, planOf } from './plan-action-on-difference.js';
import type { TieOutActRow } from './tie-out-act.store.js';

export const DIFFERENCE_ACTS = ['post', 'reverse', 'accept', 'wait'] as const;
export type DifferenceAct = (typeof DIFFERENCE_ACTS)[number];

export interface DifferenceWithStatus extends ActedOn {
  readonly status: DifferenceStatus;
  readonly factsVersion: string;
}

/**
 * The caller's possible actions on a difference: none on a settled one, and none for a viewer. An action that was
 * taken, or is in progress, is not offered again until another comparison has found the difference again.
 */
export function possibleActions(
  difference: DifferenceWithStatus,
  last: TieOutActRow | null,
  principal: Principal,
): readonly DifferenceAct[] {
  if (isSettled(difference.status) || !hasRole(principal, 'supervisor')) return [];
  const plan = isDone(difference, last) ? undefined : planOf(difference);
  return [...(plan === undefined ? [] : [plan.kind]), 'accept', 'wait'];
}

/** Whether an action was taken on the current facts, or is in progress. */
export function isDone(difference: { readonly factsVersion: string }, last: TieOutActRow | null): boolean {
  if (last === null || last.status === 'refused') return false;
  return last.status === 'pending' || last.factsVersion === difference.factsVersion;
}
