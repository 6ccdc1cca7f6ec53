import { z } from 'zod';
import { COMMON_VARIABLES, DAY_VARIABLES, optional } from '../../../../core/contract/exported-lists.js';
import type { Exports } from '../../../../core/db/export-statement-as-csv.js';
import { listWriter } from '../../../../core/db/sorted-lists/list-exporter.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { AuditEntryService } from './audit-entry.service.js';

const variables = z.strictObject({
  ...COMMON_VARIABLES,
  ...DAY_VARIABLES,
  actor: optional(z.string()),
  action: optional(z.string()),
  subject: optional(z.string()),
  text: optional(z.string()),
  accountId: optional(z.string()),
  personId: optional(z.string()),
});

/** The audit log as a file. */
export function writeAuditLog(source: Pick<ServiceParts, 'db' | 'cursors'> & { readonly exports: Exports }) {
  const entries = new AuditEntryService(source);
  return listWriter(variables, (principal, request) => entries.csv(source.exports, principal, request));
}
