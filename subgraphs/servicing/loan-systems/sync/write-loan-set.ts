import type { Transaction } from '../../../../core/db/database.js';
import { forgetPlans } from '../../../../core/db/forget-plans.js';
import { limitToOrganization, type Principal } from '../../../../core/principal/principal.js';
import { applyChangeSet } from '../../../../loan-model/projection/apply-change-set.js';
import { lockSynced } from '../../../../loan-model/projection/synced-loan.store.js';
import {
  knownEventsOfSet,
  lockSyncedSet,
  markTransactionSetDeleted,
  setBorrowerSet,
  upsertAccountSet,
} from '../../../../loan-model/projection/synced-loan-set.store.js';
import type { LoanReading } from './read-loan-from-source.js';
import { accountRow, borrowerRows, changeOf, movesStatus, type StoredLoan } from './rows-of-reading.js';
import { addStoredPersons, SYNC, type SyncedSystem, type WriteParts } from './write-loan.js';
import { writePersonSet } from './write-person-set.js';

/** `alone`: not written, because another transaction holds its account or its set could not hold it. */
export type SetOutcome = 'written' | 'superseded' | 'alone';

/**
 * Writes readings of several loans of one system in one transaction, with one statement for each table. It leaves the
 * same rows as `writeLoan` for each of them.
 *
 * @param mark - taken before any of the readings began.
 * @returns the outcome for each loan, by its external id.
 */
export function writeLoanSet(
  { db, secrets, ownPostings, ...projecting }: WriteParts,
  system: SyncedSystem,
  readings: readonly LoanReading[],
  mark: number,
): Promise<ReadonlyMap<string, SetOutcome>> {
  const { organizationId } = system;
  const principal = limitToOrganization(SYNC, organizationId);
  return db.transaction(async (tx) => {
    const persons = await writePersonSet(tx, principal, system, secrets, [...personsOf(readings).values()]);
    await addStoredPersons(tx, principal, system, readings, persons);
    const externalIds = readings.map(({ loan }) => loan.externalId);
    const stored = await tx.many(principal, lockSyncedSet, { ...system, externalIds });
    const known = new Map(stored.map((row) => [row.externalId, row]));
    const outcomes = new Map<string, SetOutcome>();
    const rows = new Map<string, ReturnType<typeof accountRow>>();
    for (const { loan } of readings) {
      const held = known.get(loan.externalId);
      const isHeldElsewhere = held !== undefined && held.accountId === null;
      const isLater = held !== undefined && held.version !== null && held.version > mark;
      if (isHeldElsewhere || loan.borrowers.length === 0) outcomes.set(loan.externalId, 'alone');
      else if (isLater) outcomes.set(loan.externalId, 'superseded');
      else rows.set(loan.externalId, accountRow(loan, persons, mark));
    }
    const written = await tx.many(principal, upsertAccountSet, {
      ...system,
      loans: JSON.stringify([...rows.values()]),
    });
    const accounts = new Map(written.map(({ externalId, id }) => [externalId, id]));

    const members: Member[] = [];
    for (const reading of readings) {
      const { externalId } = reading.loan;
      const row = rows.get(externalId);
      if (row === undefined) continue;
      const accountId = accounts.get(externalId);
      outcomes.set(externalId, accountId === undefined ? 'superseded' : 'written');
      if (accountId === undefined) continue;
      const held = known.get(externalId);
      const statusCode = held?.statusCode ?? null;
      // If two processes write a new loan at once, the second finds the first one's account.
      const before =
        held !== undefined && statusCode !== null
          ? { statusCode }
          : accountId === row.id
            ? undefined
            : await tx.first(principal, lockSynced, { ...system, externalId });
      members.push({ reading, accountId, before });
    }

    if (!members.every(isStored)) await tx.many(principal, forgetPlans, {});
    const before = members.filter(isStored).map(({ accountId }) => accountId);
    const own = before.length === 0 ? [] : await ownPostings(tx, principal, { organizationId, accountIds: before });
    const ownOf = byAccount(own);
    const moved = members.filter(({ reading, before }) => movesStatus(reading.loan, before));
    const accountIds = moved.map(({ accountId }) => accountId);
    const events = moved.length === 0 ? [] : await tx.many(principal, knownEventsOfSet, { organizationId, accountIds });
    const eventsOf = byAccount(events);
    await setBorrowers(tx, principal, organizationId, members, persons);
    const changes = members.map(({ reading, accountId, before }) => {
      const found = { before, own: ownOf.get(accountId) ?? [], events: eventsOf.get(accountId) ?? [] };
      return changeOf({ organizationId, accountId }, reading, mark, found, projecting.clock);
    });
    await applyChangeSet(tx, projecting, organizationId, changes);
    await markDeleted(tx, principal, organizationId, members.filter(isStored));
    return outcomes;
  });
}

/** A loan of the set that is being written. */
interface Member {
  readonly reading: LoanReading;
  readonly accountId: string;
  readonly before: StoredLoan['before'];
}

function byAccount<T extends { readonly accountId: string }>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const others = found.get(row.accountId);
    if (others === undefined) found.set(row.accountId, [row]);
    else others.push(row);
  }
  return found;
}

function isStored({ before }: Member): boolean {
  return before !== undefined;
}

function personsOf(readings: readonly LoanReading[]) {
  return new Map(readings.flatMap(({ persons }) => persons.map((person) => [person.externalId, person])));
}

async function setBorrowers(
  tx: Transaction,
  principal: Principal,
  organizationId: string,
  members: readonly Member[],
  persons: ReadonlyMap<string, string>,
): Promise<void> {
  const borrowersOf = members.flatMap(({ reading: { loan }, accountId }) =>
    borrowerRows(loan, persons).map((row) => ({ ...row, accountId })),
  );
  await tx.many(principal, setBorrowerSet, {
    organizationId,
    accountIds: members.filter(isStored).map(({ accountId }) => accountId),
    borrowersOf: JSON.stringify(borrowersOf),
  });
}

/** Marks stored transactions that their loan system no longer has. */
async function markDeleted(
  tx: Transaction,
  principal: Principal,
  organizationId: string,
  members: readonly Member[],
): Promise<void> {
  if (members.length === 0) return;
  const present = members.map(({ reading, accountId }) => [
    accountId,
    reading.transactions.map(({ externalId }) => externalId),
  ]);
  await tx.many(principal, markTransactionSetDeleted, {
    organizationId,
    accountIds: members.map(({ accountId }) => accountId),
    present: JSON.stringify(Object.fromEntries(present)),
  });
}
