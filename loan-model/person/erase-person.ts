import type { Transaction } from '../../core/db/database.js';
import { ERASED_NAME } from '../../core/erasure/erased-placeholders-and-digests.js';
import type { ErasurePart } from '../../core/erasure/erasure-step.js';
import type { Principal } from '../../core/principal/principal.js';

/** Marks the row of a person whose erasure begins. A second erasure keeps the time of the first. */
export async function markErased(
  tx: Transaction,
  principal: Principal,
  key: { readonly organizationId: string; readonly id: string },
  erasedAt: string,
): Promise<void> {
  await tx.models(principal).person.updateMany({ where: { ...key, erasedAt: null }, data: { erasedAt } });
}

/** The person's own row: name, contact data, addresses. */
export const erasePerson: ErasurePart = async (tx, { principal, organizationId, terms: { personId } }) => {
  if (personId === null) return {};
  const models = tx.models(principal);
  const persons = await models.person.updateMany({
    where: { organizationId, id: personId },
    data: { displayName: ERASED_NAME, email: null, phone: null },
  });
  const addresses = await models.personAddress.deleteMany({ where: { organizationId, personId } });
  return { person: persons.count, person_address: addresses.count };
};
