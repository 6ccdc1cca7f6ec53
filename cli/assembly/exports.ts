import type { GatewayExports } from '../../gateway/exports.js';
import type { ReportExports } from '../../rest-facade/host/report-exports.js';
import { buildReportExports, type ExportReport } from '../../subgraphs/reporting/exports.js';
import { auditedExports } from './audited-reads.js';
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

/** The same, as the gateway's host has them: audited as any other. */
export function gatewayExports(resources: Resources, exports: ReportExports = localExports(resources)): GatewayExports {
  return { ...auditedExports(resources, exports), stallMs: resources.config.REPORT_EXPORT_STALL_MS };
}
