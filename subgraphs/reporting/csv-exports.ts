import type { Readable } from 'node:stream';
import type { Database } from '../../core/db/database.js';
import type { Exports } from '../../core/db/export-statement-as-csv.js';
import { hasScope, type Principal } from '../../core/principal/principal.js';
import { requireExport } from '../../core/principal/require-export.js';
import type { Clock } from '../../core/time/clock.js';
import { admittedToLedger, GENERAL_LEDGER } from './general-ledger/general-ledger.service.js';
import { generalLedgerCsv } from './general-ledger/general-ledger.store.js';
import { authorizeReport, type ReportRequest } from './report/authorize-report.js';
import { reportOf } from './reports/reports.js';

/** The only response of this subgraph outside GraphQL: an unbounded number of rows does not fit a GraphQL response. */
export type ExportReport = (principal: Principal, code: string, request: ExportRequest) => Promise<Readable>;

/** `isNamed`: with the borrower's name and the loan's numbers, for callers who may export. */
export interface ExportRequest extends ReportRequest {
  readonly isNamed?: boolean | undefined;
}

/**
 * The whole range of a report or of the general ledger as CSV, with a header row, in the same order as the pages;
 * streamed, not held in memory.
 *
 * @throws {Problem} `report_not_found`, `insufficient_scope`, `organization_out_of_scope`, `invalid_date_range`;
 * `service_unavailable` when every export connection is in use. A later failure destroys the stream.
 */
export function buildReportExports(source: {
  readonly db: Database;
  readonly exports: Exports;
  readonly clock: Clock;
}): ExportReport {
  return async (principal, code, request) => {
    if (code === GENERAL_LEDGER) {
      const ledger = admittedToLedger(principal, request);
      return source.exports.csv(ledger.caller, generalLedgerCsv, ledger.filters, principal);
    }
    const { csv, namedCsv } = reportOf(code);
    const { caller, filters } = await authorizeReport(principal, request, source);
    if (request.isNamed === true) {
      requireExport(caller);
      const named = { ...filters, showsNames: hasScope(principal, 'persons:read') };
      return source.exports.csv(caller, namedCsv, named, principal);
    }
    return source.exports.csv(caller, csv, filters, principal);
  };
}
