import type { SourceLoan, SourcePerson, SourceTransaction } from '../../../../loan-model/loan-source-types.js';
import type { LoanSource, Reached } from '../../../../loan-model/port.js';

/** Everything that a loan system reports about one loan. */
export interface LoanReading {
  readonly loan: SourceLoan;
  /** Oldest first. */
  readonly transactions: readonly SourceTransaction[];
  /** Without borrowers who were not read, because they are stored and have not changed. */
  readonly persons: readonly SourcePerson[];
}

/**
 * Reads a loan with its transactions and borrowers. The loan is read first: if it changes during the other reads, its
 * revision differs from the stored one, and it is read again.
 */
export async function readLoan(
  source: LoanSource,
  externalId: string,
  reads: PersonReads = { isHeld: () => false, read: (person) => readPerson(source, person) },
): Promise<Reached<LoanReading | 'absent'>> {
  const reached = await source.loan(externalId);
  if (reached.kind === 'unavailable') return reached;
  const loan = reached.value;
  if (loan === 'absent') return { kind: 'answered', value: loan };
  const listed = await readTransactions(source, loan);
  if (listed.kind === 'unavailable') return listed;
  const borrowers = await readBorrowers(loan, reads);
  if (borrowers.kind === 'unavailable') return borrowers;
  return { kind: 'answered', value: { loan, transactions: listed.value, persons: borrowers.value } };
}

export interface PersonReads {
  isHeld(externalId: string): boolean;
  read(externalId: string): Promise<Reached<SourcePerson>>;
}

export async function readBorrowers(
  { borrowers }: SourceLoan,
  reads: PersonReads,
): Promise<Reached<readonly SourcePerson[]>> {
  const persons: SourcePerson[] = [];
  for (const { externalId } of borrowers) {
    if (reads.isHeld(externalId)) continue;
    const person = await reads.read(externalId);
    if (person.kind === 'unavailable') return person;
    persons.push(person.value);
  }
  return { kind: 'answered', value: persons };
}

export async function readTransactions(
  source: LoanSource,
  { externalId, transactions }: SourceLoan,
): Promise<Reached<readonly SourceTransaction[]>> {
  if (transactions !== undefined) return { kind: 'answered', value: inOrder(transactions) };
  const read: SourceTransaction[] = [];
  for (let page: string | null = null; ; ) {
    const reached = await source.transactions(externalId, page);
    if (reached.kind === 'unavailable') return reached;
    read.push(...reached.value.transactions);
    page = reached.value.next;
    if (page === null) return { kind: 'answered', value: inOrder(read) };
  }
}

/**
 * Each transaction once, the oldest first. A new transaction may push another one to the next page, where it is read
 * again. Ids are assigned in this order; of two transactions on the same day, the later one must get the later id.
 */
export function inOrder(read: readonly SourceTransaction[]): readonly SourceTransaction[] {
  const byId = new Map(read.map((transaction) => [transaction.externalId, transaction]));
  return [...byId.values()].sort(oldestFirst);
}

export async function readPerson(source: LoanSource, externalId: string): Promise<Reached<SourcePerson>> {
  const person = await source.person(externalId);
  if (person.kind === 'unavailable') return person;
  return { kind: 'answered', value: person.value === 'absent' ? nameless(externalId) : person.value };
}

function oldestFirst(one: SourceTransaction, other: SourceTransaction): number {
  return compare(one.effectiveAt ?? '', other.effectiveAt ?? '') || one.entered - other.entered;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** A borrower that the system names but does not know: the account remains readable. */
function nameless(externalId: string): SourcePerson {
  return { externalId, displayName: externalId, email: null, phone: null, addresses: [] };
}
