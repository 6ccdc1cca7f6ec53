import { z } from 'zod';
import { isoDateText } from './date-range.js';
import { plainProse } from './stored-text.js';

/** Which loans of the collection queue a list shows. */
export const COLLECTION_QUEUE_VIEWS = ['all', 'mine', 'unassigned'] as const;
export type CollectionQueueView = (typeof COLLECTION_QUEUE_VIEWS)[number];

export const COLLECTION_SKIP_REASONS = [
  'no_answer',
  'wrong_time',
  'callback_requested',
  'under_review',
  'other',
] as const;

/** A loan that was taken is free again after this time, also if its agent or the process has gone. */
export const TAKEN_MINUTES = 30;

/** How an agent gives a loan back. A loan that is skipped comes back on its follow-up day, tomorrow without one. */
export const releaseBody = z
  .strictObject({
    skip_reason: z.enum(COLLECTION_SKIP_REASONS).nullish(),
    follow_up_on: isoDateText.nullish(),
  })
  .refine(({ skip_reason: reason, follow_up_on: day }) => !day || reason, {
    path: ['follow_up_on'],
    error: 'only a loan that is skipped has a follow-up day',
  });

/** To whom a loan is assigned; null: any agent may take it. */
export const assignBody = z.strictObject({ operator: plainProse({ minimum: 1, maximum: 200 }).nullable() });
