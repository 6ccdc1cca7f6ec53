import { columns, type RowOf } from '../../../core/db/columns.js';
import { rowOf, selected } from '../../../core/db/model-rows.js';
import type { ScopedModels } from '../../../core/db/prisma.js';
import { statement } from '../../../core/db/statement.js';

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

/** Held until the transaction ends: of two that go on with the same, each takes the next step. */
export const lockErasure = statement({
  name: 'erasure.lock',
  takes: { organizationId: 'Erasure.organizationId', id: 'Erasure.id' },
  gives: STANDING,
  text: ({ p, scope }) => `
    select ${STANDING} from erasure e
     where e.organization_id = ${p.organizationId} and e.id = ${p.id} and ${scope('e.organization_id')} for update`,
});

export async function erasureById({ erasure }: ScopedModels, id: string): Promise<ErasureRow | undefined> {
  const found = await erasure.findFirst({ select: selected(ERASURE_COLUMNS), where: { id } });
  return found === null ? undefined : rowOf(ERASURE_COLUMNS, found);
}

/** Of the same subject, not finished: a second request goes on with it. */
export async function openErasure(
  { erasure }: ScopedModels,
  organizationId: string,
  kind: ErasureRow['kind'],
  subject: string,
): Promise<string | undefined> {
  const where = { organizationId, kind, subject, finishedAt: null };
  return (await erasure.findFirst({ select: { id: true }, where }))?.id;
}
