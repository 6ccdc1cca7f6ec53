import type { Temporal } from 'temporal-polyfill';
import { businessClockWithin } from '../../../core/business-time/business-clock.js';
import { bounds, dateRange } from '../../../core/contract/date-range.js';
import type { Queries } from '../../../core/db/database.js';
import { limitToOrganization, type Principal, requireScope } from '../../../core/principal/principal.js';
import type { Clock } from '../../../core/time/clock.js';
import type { IsoDate } from '../../../core/time/dates.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { businessDayOf } from '../../../ledger/rules/business-day.js';
import { checkedBucket } from './aging-bucket-filter.js';
import type { ReportFilters } from './report-source.js';

/** The filters of every read of a report: organization and date range. */
export interface ReportRequest {
  readonly organizationId?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  /** For reports of balances. */
  readonly bucket?: string | null | undefined;
}

/**
 * Checks access to reports and returns the caller's scope and the filters.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`; `validation_failed` for
 * an unknown bucket.
 */
export async function authorizeReport(
  principal: Principal,
  { organizationId, from, to, bucket }: ReportRequest,
  { db, clock }: { readonly db: Queries; readonly clock: Clock },
): Promise<{ readonly caller: Principal; readonly filters: ReportFilters }> {
  requireScope(principal, 'reports:read');
  const caller = limitToOrganization(principal, organizationId);
  const range = dateRange(from, to);
  const named = checkedBucket(bucket);
  const now = (await businessClockWithin(db, clock, caller.organizationIds)).now();
  return { caller, filters: { ...bounds(range), ...standingOf(range.to, now), bucket: named } };
}

/**
 * A past day has its own books. Without `to`, or with today's or a later date, the report shows current balances with
 * all entries booked so far. On a day off those count for the next business day, while days past due count until
 * today.
 */
function standingOf(to: IsoDate | null, now: Temporal.Instant): Pick<ReportFilters, 'asOf' | 'bookedBy'> {
  const today = servicingDate(now);
  if (to !== null && to < today) return { asOf: to, bookedBy: to };
  return { asOf: today, bookedBy: businessDayOf(now) };
}
