import { columns, type RowOf } from '../../core/db/columns.js';
import type { ScopedModels } from '../../core/db/prisma.js';
import { statement } from '../../core/db/statement.js';

const HELD = columns('Person', 'person', ['displayName', 'email', 'phone', 'loanSystemCode', 'erasedAt']);
export type HeldPersonRow = RowOf<typeof HELD>;

/** Locked until the transaction ends: of two concurrent corrections, the second sees what the first one wrote. */
export const lockPerson = statement({
  name: 'person.lock',
  takes: { organizationId: 'Person.organizationId', id: 'Person.id' },
  gives: HELD,
  text: ({ p, scope }) => `
    select ${HELD} from person
     where organization_id = ${p.organizationId} and id = ${p.id} and ${scope('organization_id')} for no key update`,
});

/** Requires the lock. */
export async function updateContact(
  { person }: ScopedModels,
  key: { readonly organizationId: string; readonly id: string },
  contact: Pick<HeldPersonRow, 'displayName' | 'email' | 'phone'>,
): Promise<void> {
  await person.updateMany({ where: key, data: contact });
}
