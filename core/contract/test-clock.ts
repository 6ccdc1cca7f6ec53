import { z } from 'zod';
import { isoDateText } from './date-range.js';

/** Two years of days, and a day for the leap year among them. */
export const MOST_DAYS = 731;

export const TEST_CLOCK_STATUSES = ['resting', 'advancing'] as const;
export type TestClockStatus = (typeof TEST_CLOCK_STATUSES)[number];

/** Why an advance ended before its day. */
export const ADVANCE_STOP_REASONS = ['day_end_failed', 'day_failed', 'outcome_unknown', 'stopped'] as const;
export type AdvanceStopReason = (typeof ADVANCE_STOP_REASONS)[number];

/**
 * Body of advance-test-clock. The service checks that exactly one of the two is given, and that the day is in the
 * future.
 */
export const advanceTestClockBody = z.strictObject({
  organization_id: z.string().nullish().describe('Required for a key that reaches several organizations.'),
  to: isoDateText.nullish().describe('The new day: after the current one, at most 731 days ahead of it.'),
  days: z.int().min(1).max(MOST_DAYS).nullish().describe('The number of days to advance, instead of `to`.'),
});

export type AdvanceTestClockBody = z.infer<typeof advanceTestClockBody>;
