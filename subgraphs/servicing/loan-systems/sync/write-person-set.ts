import type { Transaction } from '../../../../core/db/database.js';
import { erasedPersons } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { SourcePerson } from '../../../../loan-model/loan-source-types.js';
import { setAddresses } from '../../../../loan-model/person/address.store.js';
import { upsertPersonSet } from '../../../../loan-model/projection/synced-loan-set.store.js';
import { addressRows, inLockOrder, personRow, withoutErased } from './rows-of-reading.js';
import type { SyncedSystem, WriteParts } from './write-loan.js';

/**
 * Writes persons of one system with few statements; those who were erased, without their data.
 *
 * @returns their ids by external id.
 * @throws {Error} when another transaction has just stored one of them.
 */
export async function writePersonSet(
  tx: Transaction,
  principal: Principal,
  system: SyncedSystem,
  secrets: WriteParts['secrets'],
  read: readonly SourcePerson[],
): Promise<Map<string, string>> {
  const reported = read.map(({ externalId }) => externalId);
  const erased = await erasedPersons(tx, secrets, system, reported);
  const persons = read.map((person) => withoutErased(person, erased));
  const rows = inLockOrder(persons).map(personRow);
  const written = await tx.many(principal, upsertPersonSet, { ...system, persons: JSON.stringify(rows) });
  const ids = new Map(written.map(({ externalId, id }) => [externalId, id]));
  if (ids.size < persons.length) throw new Error('another transaction has just stored a person of this set');
  const addresses = persons.flatMap((person) => {
    const personId = ids.get(person.externalId) ?? '';
    return person.addresses === null ? [] : [{ personId, rows: addressRows(person.addresses) }];
  });
  if (addresses.length > 0) {
    const addressesOf = addresses.flatMap((address) =>
      address.rows.map((row) => ({ ...row, personId: address.personId })),
    );
    await tx.many(principal, setAddresses, {
      organizationId: system.organizationId,
      personIds: addresses.map(({ personId }) => personId),
      addressesOf: JSON.stringify(addressesOf),
    });
  }
  return ids;
}
