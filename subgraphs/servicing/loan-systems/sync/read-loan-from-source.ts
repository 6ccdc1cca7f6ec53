import type { SourceLoan, SourcePerson, SourceTransaction } from '../../../../loan-model/loan-source-types.js';
import type { LoanSource, Reached } from '../../../../loan-model/port.js';

/** Everything that a loan system reports about one loan. */
export interface LoanReading {
  readonly loan: SourceLoan;
  /** Oldest first. */
  readonly transactions: readonly SourceTransaction[];
  readonly persons: readonly SourcePerson[];
}

/**
 * Reads a loan with its transactions and borrowers. The loan is read first: if it changes during the other reads, its
 * revision differs from the stored one, and it is read again.
 */
export async function readLoan(source: LoanSource, externalId: string): Promise<Reached<LoanReading | 'absent'>> {
  const reached = await source.loan(externalId);
  if (reached.kind === 'unavailable') return reached;
  const loan = reached.value;
  if (loan === 'absent') return { kind: 'answered', value: loan };
  const listed = await readTransactions(source, externalId);
  if (listed.kind === 'unavailable') return listed;
  const transactions = listed.value;
  const persons: SourcePerson[] = [];
  for (const borrower of loan.borrowers) {
    const person = await source.person(borrower.externalId);
    if (person.kind === 'unavailable') return person;
    persons.push(person.value === 'absent' ? nameless(borrower.externalId) : person.value);
  }
  return { kind: 'answered', value: { loan, transactions, persons } };
}

async function readTransactions(
  source: LoanSource,
  externalId: string,
): Promise<Reached<readonly SourceTransaction[]>> {
  const read = new Map<string, SourceTransaction>();
  for (let page: string | null = null; ; ) {
    const reached = await source.transactions(externalId, page);
    if (reached.kind === 'unavailable') return reached;
    // A new transaction may push another one to the next page, where it is read again.
    for (const transaction of reached.value.transactions) read.set(transaction.externalId, transaction);
    page = reached.value.next;
    if (page === null) break;
  }
  // Ids are assigned in this order; of two transactions on the same day, the later one must get the later id.
  return { kind: 'answered', value: [...read.values()].sort(oldestFirst) };
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
