import type { ReportExports } from '../../rest-facade/host/report-exports-interface.js';
import { buildReportExports, type ExportReport } from '../../subgraphs/reporting/csv-exports.js';
import type { Resources } from './resources.js';

/** The reporting subgraph's exports, on this process's own connections. */
export function exportReport({ db, exports, clock }: Resources): ExportReport {
  return buildReportExports({ db, exports, clock });
}

/** The same for a facade in this process. */
export function localExports(resources: Resources): ReportExports {
  const csv = exportReport(resources);
  return { csv: (code, request, { principal }) => csv(principal, code, request) };
}
