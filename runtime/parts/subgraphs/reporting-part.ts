import { buildReporting } from '../../../subgraphs/reporting/index.js';
import { listsOf } from '../../assembly/list-exports.js';
import { exportReport } from '../../assembly/report-exports.js';
import type { Resources } from '../../assembly/resources.js';
import { sharedSource } from '../../assembly/sources/shared-source.js';
import type { HostPart } from '../host-part.js';
import { subgraphPart } from '../subgraph-host-part.js';

export function reportingPart(resources: Resources, port: number): HostPart {
  const exports = { csv: exportReport(resources), stallMs: resources.config.REPORT_EXPORT_STALL_MS };
  return subgraphPart(resources, buildReporting(sharedSource(resources)), port, {
    exports,
    lists: listsOf(resources, 'reporting'),
  });
}
