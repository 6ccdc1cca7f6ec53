import { z } from 'zod';
import { isoDateText } from './date-range.js';
import { plainProse } from './stored-text.js';

/** The kinds of flags on a loan, in the order in which a reason names one of several. */
export const ACCOUNT_FLAG_KINDS = [
  'bankruptcy',
  'deceased',
  'fraud',
  'cease_and_desist',
  'do_not_contact',
  'dispute',
  'scra',
] as const;
export type AccountFlagKind = (typeof ACCOUNT_FLAG_KINDS)[number];

/** What a flag can stop. */
export const FLAG_STOPS = ['charges', 'marketing', 'collection_contact', 'required_notices'] as const;
export type FlagStop = (typeof FLAG_STOPS)[number];

export const ACCOUNT_FLAG_STATES = ['in_force', 'scheduled', 'ended', 'lifted'] as const;
export type AccountFlagState = (typeof ACCOUNT_FLAG_STATES)[number];

const reason = plainProse({ minimum: 1, maximum: 500 }).refine((given) => given.trim() !== '', 'the reason is blank');

/** Body of a new flag; without a first day it is in force from today. */
export const accountFlagBody = z
  .strictObject({
    kind: z.enum(ACCOUNT_FLAG_KINDS),
    reason,
    effective_from: isoDateText.nullish(),
    effective_until: isoDateText.nullish(),
  })
  .refine(({ effective_from: from, effective_until: until }) => !from || !until || from <= until, {
    path: ['effective_until'],
    error: 'the last day is before the first',
  });
export type AccountFlagBody = z.output<typeof accountFlagBody>;

export const liftFlagBody = z.strictObject({ reason });
export type LiftFlagBody = z.output<typeof liftFlagBody>;
