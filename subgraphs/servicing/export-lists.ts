import type { Exports } from '../../core/db/export-statement-as-csv.js';
import { type ExportList, listExporter } from '../../core/db/sorted-lists/list-exporter.js';
import type { ServiceParts } from '../../core/service-parts.js';
import { accountLists } from './accounts/export-accounts.js';
import { writeAuditLog } from './platform/audit-entry/export-audit-log.js';

/** The servicing subgraph's lists as files. */
export function exportServicingLists(
  source: Pick<ServiceParts, 'db' | 'cursors' | 'clock'> & { readonly exports: Exports },
): ExportList {
  return listExporter({ ...accountLists(source), audit: writeAuditLog(source) });
}
