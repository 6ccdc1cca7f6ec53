import type { ErasurePart } from '../../../../core/erasure/erasure-step.js';
import { ERASED_NAME } from '../../../../core/erasure/tombstones.js';

/** The person's own rows: name, contact data, addresses. */
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
