import type { ReportExports } from '../../rest-facade/host/report-exports.js';
import { buildReportExports, type ExportReport } from '../../subgraphs/reporting/exports.js';
import type { Resources } from './resources.js';

/** The reporting subgraph's exports, on this process's own connections. */
export function exportReport({ exports, clock }: Resources): ExportReport {
  return buildReportExports({ exports, clock });
}

/** The same, as a facade in this process takes them. */
export function localExports(resources: Resources): ReportExports {
  const csv = exportReport(resources);
  return { csv: (code, request, { principal }) => csv(principal, code, request) };
}
