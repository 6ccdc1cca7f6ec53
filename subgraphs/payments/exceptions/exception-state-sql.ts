import { SERVICING_ZONE } from '../../../core/time/servicing-day.js';

/**
 * SQL: whether an exception is hidden because an operator postponed it to a day that has not come.
 *
 * @param today - SQL of the servicing date.
 */
export function isWaiting(exception: string, today: string): string {
  return `${exception}.resolved_at is null and coalesce(${exception}.waits_until > ${today}::date, false)`;
}

/** SQL: whether an exception is open and needs a decision now. */
export function needsDecisionNow(exception: string, today: string): string {
  return `${exception}.resolved_at is null and coalesce(${exception}.waits_until <= ${today}::date, true)`;
}

/** SQL: the servicing date by Postgres' clock, for figures read without a clock. */
export const TODAY_BY_POSTGRES = `(now() at time zone '${SERVICING_ZONE}')`;
