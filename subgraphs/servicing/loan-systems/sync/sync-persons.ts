import { limitToOrganization } from '../../../../core/principal/principal.js';
import { mapWithLimit } from '../../accounts/account/map-with-limited-concurrency.js';
import { personsOfSystem } from './changes.store.js';
import type { SetParts } from './sync-loans-in-sets.js';
import { SYNC } from './write-loan.js';
import { writePersonSet } from './write-person-set.js';

const PERSONS_A_PAGE = 200;
const PERSONS_AT_A_TIME = 8;

/**
 * Reads the contact data of a page of persons again, after one external id. Who is not answered, or not there any more,
 * stays as stored.
 *
 * @returns the last external id of the page; undefined after the last page.
 */
export async function syncPersons(
  { db, source, owner, secrets, logger }: SetParts,
  after: string,
): Promise<{ readonly last: string | undefined }> {
  const { organizationId, loanSystemCode: code } = owner;
  const principal = limitToOrganization(SYNC, organizationId);
  const stored = await db.many(principal, personsOfSystem, { organizationId, code, after, limit: PERSONS_A_PAGE });
  const read = await mapWithLimit(stored, PERSONS_AT_A_TIME, async ({ externalId }) => {
    const reached = await source.person(externalId);
    return reached.kind === 'answered' && reached.value !== 'absent' ? [reached.value] : [];
  });
  const persons = read.flat();
  const unread = stored.length - persons.length;
  if (unread > 0) logger.warn({ loan_system: code, persons: unread }, 'contact data of some persons could not be read');
  if (persons.length > 0) {
    await db.transaction((tx) => writePersonSet(tx, principal, owner, secrets, persons));
  }
  return { last: stored.at(-1)?.externalId };
}
