import { z } from 'zod';
import { COMMON_VARIABLES, optional } from '../../core/contract/exported-lists.js';
import type { Exports } from '../../core/db/export-statement-as-csv.js';
import { type ExportList, listExporter, listWriter } from '../../core/db/sorted-lists/list-exporter.js';
import type { ServiceParts } from '../../core/service-parts.js';
import { generalLedgerFile } from './general-ledger/general-ledger.service.js';
import { journalFile } from './journal/journal.service.js';
import { RECEIPT_COLUMNS } from './receipts/receipt-columns.js';
import { receiptsCsv } from './receipts/receipts.service.js';

const receiptVariables = z.strictObject({
  ...COMMON_VARIABLES,
  by: z.enum(['ENTERED', 'BUSINESS_DAY']),
  from: optional(z.string()),
  to: optional(z.string()),
  sortBy: optional(z.enum(RECEIPT_COLUMNS)),
  paymentMethod: optional(z.string()),
  loanSystemCode: optional(z.string()),
});

const generalLedgerVariables = z.strictObject({
  organizationId: optional(z.string()),
  from: optional(z.string()),
  to: optional(z.string()),
  type: optional(z.string()),
});

const journalVariables = generalLedgerVariables.extend({
  ledgerAccount: optional(z.string()),
  referenceNumber: optional(z.int()),
});

/** The reporting subgraph's lists as files. */
export function exportReportingLists(
  source: Pick<ServiceParts, 'db' | 'clock'> & { readonly exports: Exports },
): ExportList {
  const { exports } = source;
  return listExporter({
    receipts: listWriter(receiptVariables, (principal, request) => receiptsCsv(source, principal, request)),
    'general-ledger': listWriter(generalLedgerVariables, (principal, request) =>
      generalLedgerFile(exports, principal, request),
    ),
    journal: listWriter(journalVariables, (principal, request) => journalFile(exports, principal, request)),
  });
}
