import { z } from 'zod';
import { COMMON_VARIABLES, optional } from '../../../core/contract/exported-lists.js';
import type { Exports } from '../../../core/db/export-statement-as-csv.js';
import { type ExportList, listExporter, listWriter } from '../../../core/db/sorted-lists/list-exporter.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { RECEIPT_COLUMNS } from './receipt-columns.js';
import { receiptsCsv } from './receipts.service.js';

const variables = z.strictObject({
  ...COMMON_VARIABLES,
  by: z.enum(['ENTERED', 'BUSINESS_DAY']),
  from: optional(z.string()),
  to: optional(z.string()),
  sortBy: optional(z.enum(RECEIPT_COLUMNS)),
  paymentMethod: optional(z.string()),
  loanSystemCode: optional(z.string()),
});

/** The reporting subgraph's lists as files. */
export function exportReceipts(source: Pick<ServiceParts, 'db' | 'clock'> & { readonly exports: Exports }): ExportList {
  return listExporter({
    receipts: listWriter(variables, (principal, request) => receiptsCsv(source, principal, request)),
  });
}
