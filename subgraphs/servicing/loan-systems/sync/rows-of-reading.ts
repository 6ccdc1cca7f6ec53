import { nameFromOutside } from '../../../../core/contract/stored-text.js';
import { ERASED_NAME } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { newId } from '../../../../core/ids/ids.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import type { SourceAddress, SourceLoan, SourcePerson } from '../../../../loan-model/loan-source-types.js';
import type { AccountChange, NormalizedLifecycleEvent } from '../../../../loan-model/projection/account-change.js';
import type { SyncedAccountRow } from '../../../../loan-model/projection/synced-loan.store.js';
import { type OwnPosting, withOwnPostingData } from './add-own-posting-data.js';
import { type RecordedEvent, statusEvents } from './derive-status-events.js';
import { line, number, plainAddress, plainTransaction } from './mask-texts-of-reading.js';
import type { LoanReading } from './read-loan-from-source.js';

/*
 * What a reading leaves in the database, whether loans are written one by one or in sets. Each row has a fresh id, which
 * a row that is already stored does not take.
 */

/**
 * A person who was erased on request is written without personal data, so that what the system still reports is not
 * restored.
 */
export function withoutErased(person: SourcePerson, erased: ReadonlySet<string>): SourcePerson {
  const blank = { displayName: ERASED_NAME, email: null, phone: null, addresses: [] };
  return erased.has(person.externalId) ? { ...person, ...blank } : person;
}

/** Borrowers of these loans that were not read: they are stored, and have not changed. */
export function borrowersNotRead(readings: readonly LoanReading[]): readonly string[] {
  const read = new Set(readings.flatMap(({ persons }) => persons.map(({ externalId }) => externalId)));
  const named = readings.flatMap(({ loan }) => loan.borrowers.map(({ externalId }) => externalId));
  return [...new Set(named)].filter((externalId) => !read.has(externalId));
}

/** In one order, whichever loan the borrowers belong to, so that two loans with shared borrowers cannot deadlock. */
export function inLockOrder<T extends { readonly externalId: string }>(rows: Iterable<T>): readonly T[] {
  return [...rows].sort((one, other) => (one.externalId < other.externalId ? -1 : 1));
}

export function personRow({ externalId, displayName, email, phone }: SourcePerson) {
  return {
    id: newId(),
    externalId,
    displayName: nameFromOutside(displayName),
    email: line(email),
    phone: line(phone),
  };
}

export function addressRows(addresses: readonly SourceAddress[]) {
  return addresses.map((address) => ({ ...plainAddress(address), id: newId() }));
}

/** @throws {Error} when the loan has no borrower. */
export function accountRow(loan: SourceLoan, persons: ReadonlyMap<string, string>, mark: number) {
  const primary = loan.borrowers.find(({ role }) => role === 'primary') ?? loan.borrowers[0];
  const primaryBorrowerPartyId = primary === undefined ? undefined : persons.get(primary.externalId);
  if (primaryBorrowerPartyId === undefined) throw new Error(`loan ${loan.externalId} has no borrower`);
  return {
    ...loan.contract,
    id: newId(),
    externalId: loan.externalId,
    primaryBorrowerPartyId,
    externalContractNumber: number(loan.externalContractNumber),
    externalAccountNumber: number(loan.externalAccountNumber),
    balanceCents: loan.currentBalanceCents,
    statusCode: loan.statusCode,
    revision: loan.revision,
    sourceStatus: line(loan.sourceStatus),
    version: mark,
  };
}

export function borrowerRows({ borrowers }: SourceLoan, persons: ReadonlyMap<string, string>) {
  return borrowers.map(({ externalId, role }) => ({ personId: persons.get(externalId), role }));
}

interface Account {
  readonly organizationId: string;
  readonly accountId: string;
}

/** What is stored of a loan before its reading is written. */
export interface StoredLoan {
  /** Undefined: the loan is new. */
  readonly before: Pick<SyncedAccountRow, 'statusCode'> | undefined;
  readonly own: readonly OwnPosting[];
  readonly events: readonly RecordedEvent[];
}

export function changeOf(
  account: Account,
  { loan, transactions }: LoanReading,
  mark: number,
  { before, own, events }: StoredLoan,
  clock: Clock,
): AccountChange {
  return {
    ...account,
    currentBalanceCents: loan.currentBalanceCents,
    statusCode: loan.statusCode,
    version: mark,
    isNew: before === undefined,
    transactions: withOwnPostingData(transactions.map(plainTransaction), own),
    lifecycleEvents: lifecycleEvents(loan, before, events, clock),
    ...(loan.pastDue !== null && { pastDue: loan.pastDue }),
    milestones: loan.milestones,
  };
}

/** Whether the events already recorded must be known to write a reading. */
export function movesStatus({ statusCode }: SourceLoan, before: StoredLoan['before']): boolean {
  return before !== undefined && before.statusCode !== statusCode;
}

function lifecycleEvents(
  { lifecycleEvents: dated, statusCode: to }: SourceLoan,
  before: StoredLoan['before'],
  known: readonly RecordedEvent[],
  clock: Clock,
): readonly NormalizedLifecycleEvent[] {
  const from = before?.statusCode ?? null;
  return from === to ? [] : statusEvents({ from, to, dated, known, seenAt: isoInstant(clock.now()) });
}
