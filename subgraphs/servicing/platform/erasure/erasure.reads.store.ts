import { lockById } from '../../../../core/db/by-id.js';
import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { rowOf, selected } from '../../../../core/db/prisma-rows-by-columns.js';
import { statement } from '../../../../core/db/statement.js';

export const ERASURE_COLUMNS = columns('Erasure', 'e', [
  'id',
  'organizationId',
  'kind',
  'subject',
  'counts',
  'requestedBy',
  'createdAt',
  'finishedAt',
]).as<{ counts: Readonly<Record<string, number>> }>();
export type ErasureRow = RowOf<typeof ERASURE_COLUMNS>;

const STANDING = columns('Erasure', 'e', ['step', 'sealedTerms', 'counts', 'finishedAt']).as<{
  counts: Readonly<Record<string, number>>;
}>();

/** Locked until the transaction ends: if two processes resume the same erasure, each takes the next step. */
export const lockErasure = lockById('erasure.lock', 'Erasure', 'e', STANDING, 'for update');

const DRY_RUN = "hashtextextended('erasure dry run ' || ";

/**
 * Takes the organization's dry-run lock, if no dry run is in a step now. While the transaction holds it, no dry run of
 * the organization can begin a step.
 */
export const tryDryRun = statement({
  name: 'erasure.try_dry_run',
  unscoped: 'takes_a_lock',
  takes: { organizationId: 'Organization.id' },
  gives: derived({ isHeld: 'bool' }),
  text: ({ p }) => `select pg_try_advisory_xact_lock(${DRY_RUN}${p.organizationId}::text, 0)) as "isHeld"`,
});

/** Waits for the same lock. For dry runs that have begun: they take turns, one step at a time. */
export const holdDryRun = statement({
  name: 'erasure.hold_dry_run',
  unscoped: 'takes_a_lock',
  takes: { organizationId: 'Organization.id' },
  gives: derived({ held: 'text' }),
  text: ({ p }) => `select pg_advisory_xact_lock(${DRY_RUN}${p.organizationId}::text, 0))::text as held`,
});

export async function erasureById({ erasure }: ScopedModels, id: string): Promise<ErasureRow | undefined> {
  const found = await erasure.findFirst({ select: selected(ERASURE_COLUMNS), where: { id } });
  return found === null ? undefined : rowOf(ERASURE_COLUMNS, found);
}

/** An unfinished erasure of the same subject: a second request resumes it. */
export async function openErasure(
  { erasure }: ScopedModels,
  organizationId: string,
  kind: ErasureRow['kind'],
  subject: string,
): Promise<string | undefined> {
  const where = { organizationId, kind, subject, finishedAt: null };
  return (await erasure.findFirst({ select: { id: true }, where }))?.id;
}
