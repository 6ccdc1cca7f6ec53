import type { Model } from '../../core/db/sql-types.js';
import { TABLES } from '../../prisma/client/rows.js';

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'USAGE';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

/** What has been written there is never changed and never taken away: whoever has the product's password cannot, either. */
const APPENDED = ['SELECT', 'INSERT'] as const;

/** What has been written there is never changed; it goes when its time is over. */
const KEPT_A_WHILE = ['SELECT', 'INSERT', 'DELETE'] as const;

const EXCEPTIONS: { readonly [M in Model]?: readonly Privilege[] } = {
  LedgerEntry: APPENDED,
  LedgerLine: APPENDED,
  LedgerOpening: APPENDED,
  AuditLog: APPENDED,
  AuditSeal: APPENDED,
  /** Made by the owner alone; the product vouches for it anew when keys are replaced. */
  AuditMasking: ['SELECT', 'UPDATE'],
  TieOutResult: APPENDED,
  Event: KEPT_A_WHILE,
  /** How far `migrate` has come; whoever runs it may see that there is nothing to do. */
  Backfill: ['SELECT'],
};

/** Tables that no model is of: their histories, which readiness and the worker read. */
const HISTORIES = ['public._prisma_migrations', 'graphile_worker.migrations'];

/** By table of this version, with its schema: what the product may do there. Of later versions' tables nothing is known here. */
export const TABLE_RIGHTS: ReadonlyMap<string, readonly Privilege[]> = new Map([
  ...modelNames().map((model) => [`public.${TABLES[model].table}`, EXCEPTIONS[model] ?? ALL] as const),
  ...HISTORIES.map((table) => [table, ['SELECT']] as const),
]);

/**
 * What the product may do with a table, view (as a table) or sequence; undefined where that is not for this version to say. The job
 * queue's are whatever its package makes.
 */
export function rightsOn(schema: string, name: string, isSequence: boolean): readonly Privilege[] | undefined {
  if (isSequence) return ['USAGE'];
  return TABLE_RIGHTS.get(`${schema}.${name}`) ?? (schema === 'graphile_worker' ? ALL : undefined);
}

function modelNames(): readonly Model[] {
  return Object.keys(TABLES).filter((name): name is Model => name in TABLES);
}
