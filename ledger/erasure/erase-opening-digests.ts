import { derived } from '../../core/db/columns.js';
import { statement } from '../../core/db/statement.js';
import type { ErasurePart } from '../../core/erasure/erasure-step.js';

/** Digests for comparing a repeated file with what was boarded; they are stored beside immutable amounts. */
const eraseDigests = statement({
  name: 'erasure.boarded_digests',
  takes: { organizationId: 'Organization.id', personId: 'Person.id' },
  gives: derived({ erased: 'int8' }),
  text: ({ p, scope }) => `
    select forget_opening_digests(o.id, ${p.personId}) as erased
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}`,
});

/** The digests of a file's data about a person. */
export const eraseOpeningDigests: ErasurePart = async (tx, { principal, organizationId, terms: { personId } }) => {
  if (personId === null) return {};
  const digests = await tx.first(principal, eraseDigests, { organizationId, personId });
  return { ledger_opening: digests?.erased ?? 0 };
};
