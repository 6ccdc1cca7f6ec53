import type { Transaction } from '../../../../core/db/database.js';
import { erasedPersons } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { cents } from '../../../../core/money.js';
import { type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { type IsoDate, isoInstant } from '../../../../core/time/dates.js';
import { setAddresses } from '../../../../loan-model/person/address.store.js';
import { applyChange } from '../../../../loan-model/projection/apply-change.js';
import type { ProjectionContext } from '../../../../loan-model/projection/projection-context.js';
import {
  knownEvents,
  lockSynced,
  markAccountDeleted,
  markTransactionsDeleted,
  setBorrowers,
  upsertAccount,
  upsertPerson,
} from '../../../../loan-model/projection/synced-loan.store.js';
import { storedPersonSet } from '../../../../loan-model/projection/synced-loan-set.store.js';
import type { OwnPostings } from './add-own-posting-data.js';
import { statusEvents } from './derive-status-events.js';
import type { LoanReading } from './read-loan-from-source.js';
import {
  accountRow,
  addressRows,
  borrowerRows,
  borrowersNotRead,
  changeOf,
  inLockOrder,
  movesStatus,
  personRow,
  withoutErased,
} from './rows-of-reading.js';

export const SYNC = systemPrincipal('sync');

/** The organization of a system's loans, and the system's name. */
export interface SyncedSystem {
  readonly loanSystemCode: string;
  readonly organizationId: string;
}

export interface WriteParts extends ProjectionContext, Pick<ServiceParts, 'db' | 'secrets'> {
  readonly ownPostings: OwnPostings;
}

/**
 * Writes one reading of a loan in one transaction. Running it again changes nothing; neither does a reading that began
 * before one that has already been written.
 *
 * @param mark - taken before the reading began.
 */
export function writeLoan(
  { db, secrets, ownPostings, ...projecting }: WriteParts,
  system: SyncedSystem,
  reading: LoanReading,
  mark: number,
): Promise<'written' | 'superseded'> {
  return db.transaction(async (tx) => {
    const reported = reading.persons.map(({ externalId }) => externalId);
    const erased = await erasedPersons(tx, secrets, system, reported);
    const persons = await writePersons(
      tx,
      system,
      reading.persons.map((person) => withoutErased(person, erased)),
    );
    await addStoredPersons(tx, SYNC, system, [reading], persons);
    const { loan, transactions } = reading;
    const { externalId } = loan;
    const known = await tx.first(SYNC, lockSynced, { ...system, externalId });
    if (known !== undefined && known.version !== null && known.version > mark) return 'superseded';
    const row = accountRow(loan, persons, mark);
    const written = await tx.first(SYNC, upsertAccount, { ...system, ...row });
    if (written === undefined) return 'superseded';
    const { organizationId } = system;
    const account = { organizationId, accountId: written.id };
    // If two processes write a new loan at once, the second finds the first one's account.
    const before =
      known ?? (written.id === row.id ? undefined : await tx.first(SYNC, lockSynced, { ...system, externalId }));
    // A loan that was not stored yet cannot have postings from Tributary.
    const own =
      before === undefined ? [] : await ownPostings(tx, SYNC, { organizationId, accountIds: [account.accountId] });
    await tx.many(SYNC, setBorrowers, { ...account, borrowers: JSON.stringify(borrowerRows(loan, persons)) });
    const events = movesStatus(loan, before) ? await tx.many(SYNC, knownEvents, account) : [];
    await applyChange(tx, projecting, changeOf(account, reading, mark, { before, own, events }, projecting.clock));
    if (before !== undefined) {
      const present = transactions.map((transaction) => transaction.externalId);
      await tx.many(SYNC, markTransactionsDeleted, { ...account, present });
    }
    return 'written';
  });
}
/** A loan that its system no longer has: closed and marked; the stored data remains. */
export function writeDeleted(
  { db, ...projecting }: WriteParts,
  system: SyncedSystem,
  {
    externalId,
    mark,
    businessDay,
  }: { readonly externalId: string; readonly mark: number; readonly businessDay: IsoDate },
): Promise<'deleted' | 'superseded'> {
  return db.transaction(async (tx) => {
    const known = await tx.first(SYNC, lockSynced, { ...system, externalId });
    if (known === undefined || (known.version !== null && known.version > mark)) return 'superseded';
    const account = { organizationId: system.organizationId, accountId: known.accountId };
    const standing = await tx.first(SYNC, markAccountDeleted, account);
    if (standing === undefined) return 'superseded';
    const seenAt = isoInstant(projecting.clock.now());
    await applyChange(tx, projecting, {
      ...account,
      currentBalanceCents: standing.balanceCents,
      statusCode: 'closed',
      version: mark,
      transactions: [],
      lifecycleEvents: statusEvents({ from: known.statusCode, to: 'closed', dated: [], known: [], seenAt }),
      // Without it, the as-of reports would continue to show the past-due amount.
      pastDue: { asOf: businessDay, pastDueCents: cents(0), oldestUnpaidOn: null, nextDueOn: null, nextDueCents: null },
    });
    return 'deleted';
  });
}

async function writePersons(
  tx: Transaction,
  system: SyncedSystem,
  persons: LoanReading['persons'],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const person of inLockOrder(persons)) {
    const written = await tx.first(SYNC, upsertPerson, { ...system, ...personRow(person) });
    if (written === undefined) throw new Error(`organization ${system.organizationId} does not exist`);
    ids.set(person.externalId, written.id);
    if (person.addresses === null) continue;
    const { organizationId } = system;
    const addresses = addressRows(person.addresses).map((row) => ({ ...row, personId: written.id }));
    const given = { personIds: [written.id], addressesOf: JSON.stringify(addresses) };
    await tx.many(SYNC, setAddresses, { organizationId, ...given });
  }
  return ids;
}

/** Adds the ids of borrowers that were not read. */
export async function addStoredPersons(
  tx: Transaction,
  principal: Principal,
  system: SyncedSystem,
  readings: readonly LoanReading[],
  ids: Map<string, string>,
): Promise<void> {
  const persons = borrowersNotRead(readings);
  if (persons.length === 0) return;
  for (const { externalId, id } of await tx.many(principal, storedPersonSet, { ...system, persons: [...persons] })) {
    ids.set(externalId, id);
  }
}
