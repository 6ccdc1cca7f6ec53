import { Problem } from '../../core/errors/problem.js';
import { reportSources } from '../../rest-facade/generated/reports.js';
import type { ExportCode } from '../../rest-facade/host/report-exports-interface.js';

const EXPORTS: ReadonlySet<string> = new Set<ExportCode>(['general-ledger', ...reportSources.map(({ code }) => code)]);

/** Checked before the code becomes part of a URL. @throws {Problem} `report_not_found` */
export function requireReportCode(code: string): void {
  if (!EXPORTS.has(code)) throw new Problem('report_not_found');
}
