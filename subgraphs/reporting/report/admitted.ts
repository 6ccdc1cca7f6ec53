import { businessDayOf } from '../../../connectors/loan-systems/ledger/rules/business-day.js';
import { type Principal, requireScope, within } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import { bounds, dateRange } from '../../../core/contract/date-range.js';
import type { IsoDate } from '../../../core/dates.js';
import type { ReportFilters } from './report.js';

/** Of which organization, and from when to when: what every reading of a report may be narrowed to. */
export interface ReportRequest {
  readonly organizationId?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/**
 * Whether somebody may read a report, and what of it. Without `to`, balances are those of
 * the business day, on which what happens now is applied; no later day has any.
 *
 * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`.
 */
export function admitted(
  principal: Principal,
  { organizationId, from, to }: ReportRequest,
  clock: Clock,
): { readonly caller: Principal; readonly filters: ReportFilters } {
  requireScope(principal, 'reports:read');
  const caller = within(principal, organizationId);
  const range = dateRange(from, to);
  return { caller, filters: { ...bounds(range), asOf: asOf(range.to, businessDayOf(clock.now())) } };
}

function asOf(to: IsoDate | null, businessDay: IsoDate): IsoDate {
  return to !== null && to < businessDay ? to : businessDay;
}
