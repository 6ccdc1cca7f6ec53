import { type Principal, requireScope, within } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import { bounds, dateRange } from '../../../core/contract/date-range.js';
import { servicingDate } from '../../../core/servicing-day.js';
import type { ReportFilters } from './report.js';

/** Of which organization, and from when to when: what every reading of a report may be narrowed to. */
export interface ReportRequest {
  readonly organizationId?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/**
 * Whether somebody may read a report, and what of it. Without `to`, balances are those of today where loans are serviced.
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
  return { caller, filters: { ...bounds(range), asOf: range.to ?? servicingDate(clock.now()) } };
}
