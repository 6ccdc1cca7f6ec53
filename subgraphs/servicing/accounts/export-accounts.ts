import { z } from 'zod';
import { ACCOUNT_STATUS_CODES } from '../../../core/contract/account-enumerations.js';
import { ACCOUNT_FLAG_KINDS } from '../../../core/contract/account-flag.js';
import { COMMON_VARIABLES, optional } from '../../../core/contract/exported-lists.js';
import type { Exports } from '../../../core/db/export-statement-as-csv.js';
import { listWriter } from '../../../core/db/sorted-lists/list-exporter.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { AccountService } from './account/account.service.js';
import { ACCOUNT_COLUMNS } from './account/account-columns.js';

const SORTS = ['newest', 'highest_balance', 'lowest_balance', 'next_due'] as const;

const variables = z.strictObject({
  ...COMMON_VARIABLES,
  sortBy: optional(z.enum(ACCOUNT_COLUMNS)),
  sort: optional(z.enum(SORTS)),
  text: optional(z.string()),
  statuses: optional(z.array(z.enum(ACCOUNT_STATUS_CODES))),
  minDaysPastDue: optional(z.int()),
  maxDaysPastDue: optional(z.int()),
  flags: optional(z.array(z.enum(ACCOUNT_FLAG_KINDS))),
  isWithoutSandboxes: optional(z.boolean()),
});

/** The list of loans as a file. */
export function writeLoans(source: Pick<ServiceParts, 'db' | 'cursors' | 'clock'> & { readonly exports: Exports }) {
  const accounts = new AccountService(source.db, source.cursors, source.clock);
  return listWriter(variables, (principal, request) => accounts.csv(source.exports, principal, request));
}
