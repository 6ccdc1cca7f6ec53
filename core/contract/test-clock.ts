import { z } from 'zod';
import { isoDateText } from './date-range.js';

/** Two years of days, and a day for the leap year among them. */
export const MOST_DAYS = 731;

export const TEST_CLOCK_STATUSES = ['resting', 'advancing'] as const;
export type TestClockStatus = (typeof TEST_CLOCK_STATUSES)[number];

/** Body of advance-test-clock. Which of the two is named, and whether the day lies ahead, is for the service to say. */
export const advanceTestClockBody = z.strictObject({
  organization_id: z.string().nullish().describe('Needed of a key that reaches several organizations.'),
  to: isoDateText.nullish().describe('The day to move to: after the present one, at most 731 days ahead of it.'),
  days: z.int().min(1).max(MOST_DAYS).nullish().describe('How many days to move on, in the place of `to`.'),
});

export type AdvanceTestClockBody = z.infer<typeof advanceTestClockBody>;
