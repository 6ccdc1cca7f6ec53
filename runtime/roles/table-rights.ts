import type { Model } from '../../core/db/sql-types.js';
import { TABLES } from '../../prisma/client/rows.js';

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'USAGE';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

/** Rows that are never changed and never deleted, not even with the product's password. */
const APPENDED = ['SELECT', 'INSERT'] as const;

/** Rows that are never changed; they are deleted after their retention. */
const KEPT_A_WHILE = ['SELECT', 'INSERT', 'DELETE'] as const;

const EXCEPTIONS: { readonly [M in Model]?: readonly Privilege[] } = {
  LedgerEntry: APPENDED,
  LedgerLine: APPENDED,
  LedgerOpening: APPENDED,
  AuditLog: APPENDED,
  AuditSeal: APPENDED,
  /** Created by the owner only; the product signs it again when keys are rotated. */
  AuditMasking: ['SELECT', 'UPDATE'],
  TieOutResult: APPENDED,
  Event: KEPT_A_WHILE,
  /** Progress of `migrate`; readable, so that the product can see that there is nothing to do. */
  Backfill: ['SELECT'],
};

/** Tables without a model: migration histories, which readiness and the worker read. */
const HISTORIES = ['public._prisma_migrations', 'graphile_worker.migrations'];

/** The product's rights by table of this version, with its schema. Tables of later versions are unknown here. */
export const TABLE_RIGHTS: ReadonlyMap<string, readonly Privilege[]> = new Map([
  ...modelNames().map((model) => [`public.${TABLES[model].table}`, EXCEPTIONS[model] ?? ALL] as const),
  ...HISTORIES.map((table) => [table, ['SELECT']] as const),
]);

/**
 * The product's rights on a table, view (as a table) or sequence; undefined if this version does not decide them. The
 * job queue's tables are those that its package creates.
 */
export function rightsOn(schema: string, name: string, isSequence: boolean): readonly Privilege[] | undefined {
  if (isSequence) return ['USAGE'];
  return TABLE_RIGHTS.get(`${schema}.${name}`) ?? (schema === 'graphile_worker' ? ALL : undefined);
}

function modelNames(): readonly Model[] {
  return Object.keys(TABLES).filter((name): name is Model => name in TABLES);
}
