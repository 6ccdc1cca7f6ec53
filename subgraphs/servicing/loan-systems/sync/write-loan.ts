import { nameFromOutside } from '../../../../core/contract/stored-text.js';
import type { Transaction } from '../../../../core/db/database.js';
import { ERASED_NAME, erasedPersons } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { newId } from '../../../../core/ids/ids.js';
import { cents } from '../../../../core/money.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import type { SecretsAtRest } from '../../../../core/secrets/at-rest.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { Clock } from '../../../../core/time/clock.js';
import { type IsoDate, isoInstant } from '../../../../core/time/dates.js';
import { setAddresses } from '../../../../loan-model/person/address.store.js';
import { applyChange } from '../../../../loan-model/projection/apply-change.js';
import type { ProjectionContext } from '../../../../loan-model/projection/projection-context.js';
import {
  knownEvents,
  lockSynced,
  markAccountDeleted,
  markTransactionsDeleted,
  type SyncedAccountRow,
  setBorrowers,
  upsertAccount,
  upsertPerson,
} from '../../../../loan-model/projection/synced-loan.store.js';
import { type OwnPostings, withOwnPostingData } from './add-own-posting-data.js';
import { statusEvents } from './derive-status-events.js';
import { line, number, plainAddress, plainTransaction } from './mask-texts-of-reading.js';
import type { LoanReading } from './read-loan-from-source.js';

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
    const persons = await writePersons(tx, system, await withoutErased(tx, secrets, system, reading.persons));
    const { loan, transactions } = reading;
    const { externalId } = loan;
    const known = await tx.first(SYNC, lockSynced, { ...system, externalId });
    if (known !== undefined && known.version !== null && known.version > mark) return 'superseded';
    const primary = loan.borrowers.find(({ role }) => role === 'primary') ?? loan.borrowers[0];
    const primaryBorrowerPartyId = primary === undefined ? undefined : persons.get(primary.externalId);
    if (primaryBorrowerPartyId === undefined) throw new Error(`loan ${externalId} has no borrower`);
    const { originatedOn, firstDueOn, maturityOn } = loan.contract;
    const id = newId();
    const written = await tx.first(SYNC, upsertAccount, {
      ...system,
      ...loan.contract,
      originatedOn,
      firstDueOn,
      maturityOn,
      id,
      externalId,
      primaryBorrowerPartyId,
      externalContractNumber: number(loan.externalContractNumber),
      externalAccountNumber: number(loan.externalAccountNumber),
      balanceCents: loan.currentBalanceCents,
      statusCode: loan.statusCode,
      revision: loan.revision,
      sourceStatus: line(loan.sourceStatus),
      version: mark,
    });
    if (written === undefined) return 'superseded';
    const account = { organizationId: system.organizationId, accountId: written.id };
    // If two processes write a new loan at once, the second finds the first one's account.
    const before =
      known ?? (written.id === id ? undefined : await tx.first(SYNC, lockSynced, { ...system, externalId }));
    // A loan that was not stored yet cannot have postings from Tributary.
    const own = before === undefined ? [] : await ownPostings(tx, SYNC, account);
    const borrowers = loan.borrowers.map(({ externalId: of, role }) => ({ personId: persons.get(of), role }));
    await tx.many(SYNC, setBorrowers, { ...account, borrowers: JSON.stringify(borrowers) });
    await applyChange(tx, projecting, {
      ...account,
      currentBalanceCents: loan.currentBalanceCents,
      statusCode: loan.statusCode,
      version: mark,
      transactions: withOwnPostingData(transactions.map(plainTransaction), own),
      lifecycleEvents: await lifecycleEvents(tx, projecting.clock, account, before, reading),
      ...(loan.pastDue !== null && { pastDue: loan.pastDue }),
      milestones: loan.milestones,
    });
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

/**
 * A person who was erased on request is written without personal data, so that what the system still reports is not
 * restored.
 */
async function withoutErased(
  tx: Transaction,
  secrets: SecretsAtRest,
  system: SyncedSystem,
  persons: LoanReading['persons'],
): Promise<LoanReading['persons']> {
  const reported = persons.map(({ externalId }) => externalId);
  const erased = await erasedPersons(tx, secrets, system, reported);
  const blank = { displayName: ERASED_NAME, email: null, phone: null, addresses: [] };
  return persons.map((person) => (erased.has(person.externalId) ? { ...person, ...blank } : person));
}

/** In one order, whichever loan the borrowers belong to, so that two loans with shared borrowers cannot deadlock. */
async function writePersons(
  tx: Transaction,
  system: SyncedSystem,
  persons: LoanReading['persons'],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const inOrder = [...persons].sort((one, other) => (one.externalId < other.externalId ? -1 : 1));
  for (const { externalId, displayName, email, phone, addresses } of inOrder) {
    const person = {
      ...system,
      id: newId(),
      externalId,
      displayName: nameFromOutside(displayName),
      email: line(email),
      phone: line(phone),
    };
    const written = await tx.first(SYNC, upsertPerson, person);
    if (written === undefined) throw new Error(`organization ${system.organizationId} does not exist`);
    ids.set(externalId, written.id);
    if (addresses === null) continue;
    const { organizationId } = system;
    const withIds = JSON.stringify(addresses.map((address) => ({ ...plainAddress(address), id: newId() })));
    await tx.many(SYNC, setAddresses, { organizationId, personId: written.id, addresses: withIds });
  }
  return ids;
}

async function lifecycleEvents(
  tx: Transaction,
  clock: Clock,
  account: { readonly organizationId: string; readonly accountId: string },
  known: SyncedAccountRow | undefined,
  { loan: { lifecycleEvents: dated, statusCode: to } }: LoanReading,
) {
  const from = known?.statusCode ?? null;
  if (from === to) return [];
  const recorded = known === undefined ? [] : await tx.many(SYNC, knownEvents, account);
  return statusEvents({ from, to, dated, known: recorded, seenAt: isoInstant(clock.now()) });
}
