import { z } from 'zod';
import { ACCOUNT_STATUS_CODES } from '../../../core/contract/account-enumerations.js';
import { ACCOUNT_FLAG_KINDS } from '../../../core/contract/account-flag.js';
import { COLLECTION_QUEUE_VIEWS } from '../../../core/contract/collection-queue.js';
import { COMMON_VARIABLES, optional } from '../../../core/contract/exported-lists.js';
import type { Exports } from '../../../core/db/export-statement-as-csv.js';
import { listWriter } from '../../../core/db/sorted-lists/list-exporter.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { AccountService } from './account/account.service.js';
import { ACCOUNT_COLUMNS } from './account/account-columns.js';
import { COLLECTION_COLUMNS } from './collection/collection-columns.js';
import { CollectionList } from './collection/collection-list.js';

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

const collectionVariables = z.strictObject({
  ...COMMON_VARIABLES,
  sortBy: optional(z.enum(COLLECTION_COLUMNS)),
  view: optional(z.enum(COLLECTION_QUEUE_VIEWS)),
  minDaysPastDue: optional(z.int()),
  maxDaysPastDue: optional(z.int()),
});

/** The lists of loans as files. */
export function accountLists(source: Pick<ServiceParts, 'db' | 'cursors' | 'clock'> & { readonly exports: Exports }) {
  const accounts = new AccountService(source.db, source.cursors, source.clock);
  const collections = new CollectionList(source.db, source.cursors, source.clock);
  return {
    collections: listWriter(collectionVariables, (principal, request) =>
      collections.csv(source.exports, principal, request),
    ),
    loans: listWriter(variables, (principal, request) => accounts.csv(source.exports, principal, request)),
  };
}
