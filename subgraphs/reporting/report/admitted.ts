import type { Temporal } from 'temporal-polyfill';
import { businessClockWithin } from '../../../core/business-time/business-clock.js';
import { bounds, dateRange } from '../../../core/contract/date-range.js';
import type { Queries } from '../../../core/db/database.js';
import { type Principal, requireScope, within } from '../../../core/principal/principal.js';
import type { Clock } from '../../../core/time/clock.js';
import type { IsoDate } from '../../../core/time/dates.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { businessDayOf } from '../../../ledger/rules/business-day.js';
import { checkedBucket } from './bucket.js';
import type { ReportFilters } from './report-source.js';

/** Of which organization, and from when to when: what every reading of a report may be narrowed to. */
export interface ReportRequest {
  readonly organizationId?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  /** Of balances. */
  readonly bucket?: string | null | undefined;
}

/**
 * Whether somebody may read a report, and what of it.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`; `validation_failed` for what is no bucket.
 */
export async function admitted(
  principal: Principal,
  { organizationId, from, to, bucket }: ReportRequest,
  { db, clock }: { readonly db: Queries; readonly clock: Clock },
): Promise<{ readonly caller: Principal; readonly filters: ReportFilters }> {
  requireScope(principal, 'reports:read');
  const caller = within(principal, organizationId);
  const range = dateRange(from, to);
  const named = checkedBucket(bucket);
  const now = (await businessClockWithin(db, clock, caller.organizationIds)).now();
  return { caller, filters: { ...bounds(range), ...standingOf(range.to, now), bucket: named } };
}

/**
 * A day that is over has its own books. Without `to`, and with today's date or a later one, accounts stand as they do now: with
 * all that is booked, on a day off already as of the next business day, and late by the days until today.
 */
function standingOf(to: IsoDate | null, now: Temporal.Instant): Pick<ReportFilters, 'asOf' | 'bookedBy'> {
  const today = servicingDate(now);
  if (to !== null && to < today) return { asOf: to, bookedBy: to };
  return { asOf: today, bookedBy: businessDayOf(now) };
}
