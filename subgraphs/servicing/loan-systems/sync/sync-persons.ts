import { limitToOrganization } from '../../../../core/principal/principal.js';
import { mapWithLimit } from '../../accounts/account/map-with-limited-concurrency.js';
import { personsOfSystem } from './changes.store.js';
import type { SetParts } from './sync-loans-in-sets.js';
import { SYNC } from './write-loan.js';
import { writePersonSet } from './write-person-set.js';

const PERSONS_A_PAGE = 200;
const PERSONS_AT_A_TIME = 8;

/** `last`: the last external id of the page; undefined after the last page. `unavailable`: the system did not answer. */
export type SyncedPersons =
  | { readonly kind: 'synced'; readonly last: string | undefined; readonly unread: number }
  | { readonly kind: 'unavailable' };

/**
 * Reads the contact data of a page of persons again, after one external id. A person whom the system does not return stays
 * as stored.
 */
export async function syncPersons(
  { db, system, source, owner, secrets, logger }: SetParts,
  after: string,
): Promise<SyncedPersons> {
  const { organizationId, loanSystemCode: code } = owner;
  const principal = limitToOrganization(SYNC, organizationId);
  const stored = await db.many(principal, personsOfSystem, { organizationId, code, after, limit: PERSONS_A_PAGE });
  const read = await mapWithLimit(stored, PERSONS_AT_A_TIME, async ({ externalId }) => {
    const reached = await source.person(externalId);
    return reached.kind === 'answered' ? reached.value : reached.kind;
  });
  const unread = read.filter((person) => person === 'unavailable').length;
  if (unread > 0 && (await system.businessDay()).kind === 'unavailable') return { kind: 'unavailable' };
  const persons = read.filter((person) => typeof person !== 'string');
  if (unread > 0) logger.warn({ loan_system: code, persons: unread }, 'contact data of some persons could not be read');
  if (persons.length > 0) {
    await db.transaction((tx) => writePersonSet(tx, principal, owner, secrets, persons));
  }
  return { kind: 'synced', last: stored.at(-1)?.externalId, unread };
}
