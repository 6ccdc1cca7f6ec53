import { z } from 'zod';
import { isHost, MOST, positive, wholeNumberSetting } from '../setting-schemas.js';

/** Calls to loan systems. */
export const LOAN_SYSTEMS = {
  LOAN_SYSTEM_HOSTS: z
    .string()
    .default('')
    .transform((value) => (value === '' ? [] : value.split(',').map((item) => item.trim().toLowerCase())))
    .refine((items) => items.every(isHost), 'must be hosts separated by commas, each with or without a port')
    .describe(
      'Hosts (`core.lender.example`, `10.0.0.7:8443`; separated by commas) whose loan systems may be added over GraphQL. Without it: none in production, any elsewhere. It does not restrict `loan-systems add`.',
    ),
  LOAN_SYSTEM_TIMEOUT_MS: positive(
    10_000,
    'How long a call to a loan system may take before its outcome counts as unknown.',
  ),
  LOAN_SYSTEM_SETTLE_AFTER_MS: wholeNumberSetting(1, MOST)
    .optional()
    .describe(
      'The longest that a loan system may still carry out an abandoned request; overrides each system’s own value.',
    ),
  LOAN_SYSTEM_BREAK_MS: positive(
    5_000,
    'How long requests to a loan system stop after five calls in a row have failed; payments get 503 at once during that time.',
  ),
  LOAN_SYSTEM_SYNC_EVERY_MINUTES: positive(
    5,
    'Pause between two incremental syncs of a loan system; once a day every loan is synced.',
  ),
  LOAN_SYSTEM_CHANGES_EVERY_SECONDS: positive(
    15,
    'The same for a system whose list of changes is followed (Fineract): such a sync costs one call when nothing has changed.',
  ),
};
