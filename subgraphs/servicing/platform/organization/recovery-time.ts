import { z } from 'zod';
import type { Clock } from '../../../../core/time/clock.js';

/** Idempotency-Keys are kept this long: an older request under its key is a new one. */
const MOST_DAYS = 30;
const DAY_MS = 86_400_000;

/** The time to which the database was restored: ISO 8601 with a zone, not in the future, at most 30 days ago. */
export function recoveryTime(clock: Clock) {
  const now = clock.now().epochMilliseconds;
  return z.iso
    .datetime({ offset: true })
    .refine((time) => !(Date.parse(time) > now), 'the time is in the future')
    .refine(
      (time) => !(Date.parse(time) < now - MOST_DAYS * DAY_MS),
      `the time is more than ${MOST_DAYS} days ago: keys of requests are not kept for longer`,
    );
}
