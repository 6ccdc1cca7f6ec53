import { z } from 'zod';
import type { SubgraphName } from '../principal/subgraph-names.js';

/** The lists of the dashboard that are also files, and the subgraph that writes each. */
export const EXPORTED_LISTS = {
  loans: 'servicing',
  collections: 'servicing',
  payments: 'payments',
  autopay: 'payments',
  disputes: 'payments',
  receipts: 'reporting',
  audit: 'servicing',
  'general-ledger': 'reporting',
  journal: 'reporting',
} as const satisfies Readonly<Record<string, SubgraphName>>;

export type ExportedList = keyof typeof EXPORTED_LISTS;

/** The filters and the order of a list: the variables of its document. Each list checks its own. */
export const listVariables = z.record(z.string(), z.unknown());
export type ListVariables = z.infer<typeof listVariables>;

export function isExportedList(name: string): name is ExportedList {
  return Object.hasOwn(EXPORTED_LISTS, name);
}

/** A variable that may be null or missing. */
export function optional<T extends z.ZodType>(type: T) {
  return type.nullable().default(null);
}

/** Variables that every list has. */
export const COMMON_VARIABLES = {
  organizationId: optional(z.string()),
  isDescending: optional(z.boolean()),
};

/** Days, and their time zone. */
export const DAY_VARIABLES = { from: optional(z.string()), to: optional(z.string()), timeZone: optional(z.string()) };
