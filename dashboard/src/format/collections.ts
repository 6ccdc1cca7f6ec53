import type { CollectionFieldsFragment, CollectionQueueView, CollectionSkipReason } from '../generated/graphql';
import { shortDay } from './dates';
import { dollars } from './money';
import { promiseShown } from './notes';

const VIEWS: Readonly<Record<CollectionQueueView, string>> = {
  all: 'All loans',
  mine: 'My loans',
  unassigned: 'Unassigned',
};

/** Why a loan is skipped, in the order of the form. */
const SKIP_REASONS: Readonly<Record<CollectionSkipReason, string>> = {
  no_answer: 'No answer',
  wrong_time: 'Outside calling hours',
  callback_requested: 'Callback requested',
  under_review: 'Under review',
  other: 'Other',
};

export const QUEUE_VIEWS = Object.keys(VIEWS) as readonly CollectionQueueView[];
export const QUEUE_VIEW_CHOICES = QUEUE_VIEWS.map((id) => ({ id, text: VIEWS[id] }));
export const SKIP_REASON_IDS = Object.keys(SKIP_REASONS) as readonly CollectionSkipReason[];
export const SKIP_REASON_CHOICES = SKIP_REASON_IDS.map((id) => ({ id, text: SKIP_REASONS[id] }));

/** A newer server may send a reason that this page does not know. */
export function skipReason(reason: string): string {
  const known: Readonly<Record<string, string>> = SKIP_REASONS;
  return known[reason] ?? 'Skipped';
}

/** The newest promise to pay and its state; undefined: none was made. */
export function promiseOf({ promisedCents, promisedOn, promiseState }: CollectionFieldsFragment) {
  if (!promisedCents || !promisedOn || !promiseState) return undefined;
  return `${dollars(promisedCents)} by ${shortDay(promisedOn)}: ${promiseShown(promiseState).text.toLowerCase()}`;
}

/** What is to be done next; undefined: nothing was agreed. */
export function nextAction({ promisedOn, promiseState, followUpOn }: CollectionFieldsFragment): string | undefined {
  if (promiseState === 'open' && promisedOn) return `Wait for the promised payment until ${shortDay(promisedOn)}`;
  if (followUpOn) return `Follow up from ${shortDay(followUpOn)}`;
  return promiseState === 'broken' ? 'Follow up on the broken promise' : undefined;
}

/** The operator who has the loan, or to whom it is assigned. */
export function agentOf({ isMine, takenBy, takenByName, assignedTo }: CollectionFieldsFragment): string | undefined {
  if (isMine) return 'You';
  return takenByName ?? takenBy ?? (assignedTo ? `${assignedTo} (assigned)` : undefined);
}
