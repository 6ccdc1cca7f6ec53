import type { Queries } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { personsByIds } from './person.reads.store.js';

/**
 * For lists of one person: only an empty page leaves open whether the person exists. Needs no scope of its own, because
 * it reveals no more than the list does.
 *
 * @throws {Problem} `person_not_found`, the same for a foreign and a missing id.
 */
export async function requirePerson(db: Queries, principal: Principal, id: string): Promise<void> {
  const found = isId(id) ? await db.first(principal, personsByIds, { ids: [id] }) : undefined;
  if (found === undefined) throw new Problem('person_not_found');
}
