import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../core/db/paged-lists.js';
import type { ListArguments } from '../../../core/graphql/organization-and-date-arguments.js';
import type { Principal } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { authorizeReport, type ReportRequest } from './authorize-report.js';
import type { Report } from './derive-report-from-declaration.js';
import type { ReportRow } from './report-source.js';
import type { ReportTotals } from './totals.type.js';

type ReportServiceSource = Pick<ServiceParts, 'db' | 'clock' | 'cursors'>;

/** Reads reports in the caller's scope. */
export class ReportService {
  constructor(private readonly source: ReportServiceSource) {}

  /** @throws {Problem} `organization_out_of_scope`, `invalid_date_range`, `invalid_limit`, `validation_failed` for a bad cursor. */
  async page(
    principal: Principal,
    report: Report,
    request: ListArguments & Pick<ReportRequest, 'bucket'>,
  ): Promise<Page<ReportRow>> {
    const { caller, filters } = await authorizeReport(principal, request, this.source);
    const { organizationId, from, to, bucket } = request;
    return readPage(this.source, caller, report.page, filters, { organizationId, from, to, bucket }, request);
  }

  /** @throws {Problem} `organization_out_of_scope`, `invalid_date_range`. */
  async totals(principal: Principal, report: Report, request: ReportRequest): Promise<ReportTotals> {
    const { caller, filters } = await authorizeReport(principal, request, this.source);
    const { rows } = await this.source.db.fromReplica(caller, report.totals, filters);
    const found = rows[0] ?? {};
    const sums = report.columns
      .filter(({ kind }) => kind === 'cents')
      .map(({ name }) => {
        const [cents, reversed] = [found[name] ?? 0, found[`${name}_reversed`]];
        return {
          column: name,
          cents,
          reversedCents: reversed ?? null,
          netCents: reversed === undefined ? null : cents - reversed,
          unknown: found[`${name}_unknown`] ?? 0,
        };
      });
    return { rows: found['rows'] ?? 0, sums };
  }
}
