import { EXPORTED_LISTS } from '../../core/contract/exported-lists.js';
import type { ExportList } from '../../core/db/sorted-lists/list-exporter.js';
import type { ListExports } from '../../gateway/list-exports-interface.js';
import { exportPaymentLists } from '../../subgraphs/payments/export-lists.js';
import { exportReportingLists } from '../../subgraphs/reporting/export-lists.js';
import { exportServicingLists } from '../../subgraphs/servicing/export-lists.js';
import type { Resources } from './resources.js';

/** The lists of each subgraph, on this process's own connections. */
const OF_SUBGRAPH = {
  servicing: exportServicingLists,
  payments: exportPaymentLists,
  reporting: exportReportingLists,
} as const satisfies Readonly<Record<string, (resources: Resources) => ExportList>>;

/** For a subgraph's own host. */
export function listsOf(resources: Resources, subgraph: keyof typeof OF_SUBGRAPH) {
  return { csv: OF_SUBGRAPH[subgraph](resources), stallMs: resources.config.REPORT_EXPORT_STALL_MS };
}

/** For a gateway in this process. */
export function localListExports(resources: Resources): ListExports {
  const exporters = {
    servicing: exportServicingLists(resources),
    payments: exportPaymentLists(resources),
    reporting: exportReportingLists(resources),
  };
  return {
    csv: (list, variables, { principal }) => exporters[EXPORTED_LISTS[list]](principal, list, variables),
  };
}
