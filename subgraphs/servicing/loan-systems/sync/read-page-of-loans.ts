import type {
  ListedLoan,
  SourceLoan,
  SourcePerson,
  SourceTransaction,
} from '../../../../loan-model/loan-source-types.js';
import type { LoanSetSource, LoanSource, Reached } from '../../../../loan-model/port.js';
import { mapWithLimit } from '../../accounts/account/map-with-limited-concurrency.js';
import type { HeadToRead } from './pass-loans.store.js';
import {
  inOrder,
  type LoanReading,
  type PersonReads,
  readBorrowers,
  readLoan,
  readPerson,
  readTransactions,
} from './read-loan-from-source.js';

export interface PageReadingParts {
  readonly source: LoanSource;
  readonly shallPause: () => boolean;
  /** Borrowers who are stored and have not changed: they are not read again. */
  readonly heldPersons?: ReadonlySet<string>;
  /** Records an error that a read threw. */
  readonly noteError: (externalId: string, error: unknown) => Promise<void>;
}

/**
 * The result of reading one loan. `odd`: the system answered, and Tributary cannot store the loan as it is. `failed`: a
 * read threw. `left`: not read, because the pass pauses.
 */
export type ReadLoan = HeadToRead & {
  readonly result: LoanReading | 'absent' | 'unavailable' | 'odd' | 'failed' | 'left';
};
type NoReading = Exclude<ReadLoan['result'], LoanReading>;

const CALLS_AT_A_TIME = 8;
/** A batch ends when it has this many: memory must not grow with the history of the loans. */
const MOST_TRANSACTIONS = 20_000;

/**
 * Reads a page of loans with as few calls as their system needs, and returns them in batches. A loan itself is read
 * before its transactions: if it changes in between, its revision differs from the stored one, and it is read again. A
 * loan that was begun is read to its end.
 */
export function readPageOfLoans(
  parts: PageReadingParts,
  heads: readonly HeadToRead[],
): AsyncGenerator<readonly ReadLoan[]> {
  const { source } = parts;
  const persons = new PersonsOfPage(source, parts.heldPersons);
  if (source.sets !== undefined && heads.length > 1) return readTogether(parts, source.sets, persons, heads);
  const read = async (head: HeadToRead): Promise<ReadLoan> => {
    if (parts.shallPause()) return { ...head, result: 'left' };
    return { ...head, result: await attempt(parts, head, () => readLoan(source, head.externalId, persons)) };
  };
  return inRounds(heads, read, ({ result }) => (typeof result === 'string' ? 0 : result.transactions.length));
}

async function* readTogether(
  parts: PageReadingParts,
  sets: LoanSetSource,
  persons: PersonsOfPage,
  heads: readonly HeadToRead[],
): AsyncGenerator<readonly ReadLoan[]> {
  const size = sets.mostLoans ?? heads.length;
  for (let from = 0; from < heads.length; from += size) {
    yield* readSet(parts, sets, persons, heads.slice(from, from + size));
  }
}

async function* readSet(
  parts: PageReadingParts,
  sets: LoanSetSource,
  persons: PersonsOfPage,
  heads: readonly HeadToRead[],
): AsyncGenerator<readonly ReadLoan[]> {
  const listed = await listedLoans(sets, heads);
  const read = async (head: HeadToRead): Promise<Partial> => {
    if (parts.shallPause()) return { head, result: 'left' };
    const loan = await attempt(parts, head, () => parts.source.loan(head.externalId, listed.get(head.externalId)));
    return typeof loan === 'string' ? { head, result: loan } : { head, loan };
  };
  const partials = await mapWithLimit(heads, CALLS_AT_A_TIME, read);
  const without = partials.flatMap((one) => ('result' in one ? [{ ...one.head, result: one.result }] : []));
  if (without.length > 0) yield without;
  const loans = partials.filter((one) => 'loan' in one);
  for await (const batch of withTransactions(parts, sets, loans)) yield await withPersons(parts, sets, persons, batch);
}

/** Why there is no reading, or what has been read so far. */
type Partial = { readonly head: HeadToRead } & ({ readonly result: NoReading } | { readonly loan: SourceLoan });
interface Begun {
  readonly head: HeadToRead;
  readonly loan: SourceLoan;
}
type Listed = Begun & { readonly transactions: readonly SourceTransaction[] | NoReading };

async function listedLoans(
  sets: LoanSetSource,
  heads: readonly HeadToRead[],
): Promise<ReadonlyMap<string, ListedLoan>> {
  const read = await sets.loans(heads.map(({ externalId }) => externalId));
  return read.kind === 'answered' ? read.value : new Map();
}

/** Reads the transactions of fewer loans at a time, where all of them are too many to be held in memory. */
async function* withTransactions(
  parts: PageReadingParts,
  sets: LoanSetSource,
  loans: readonly Begun[],
): AsyncGenerator<readonly Listed[]> {
  let size = loans.length;
  for (let from = 0; from < loans.length; ) {
    const some = loans.slice(from, from + size);
    const found = isRead(some) ? 'unavailable' : await transactionsOfSet(sets, some);
    if (found === 'too_many' && some.length > 1) {
      size = Math.ceil(some.length / 2);
      continue;
    }
    from += some.length;
    if (typeof found === 'string') yield* transactionsOneByOne(parts, some);
    else yield some.map((one) => ({ ...one, transactions: inOrder(found.get(one.head.externalId) ?? []) }));
  }
}

/** Whether the transactions came with the loans. */
function isRead(loans: readonly Begun[]): boolean {
  return loans.every(({ loan }) => loan.transactions !== undefined);
}

async function transactionsOfSet(
  sets: LoanSetSource,
  loans: readonly Begun[],
): Promise<ReadonlyMap<string, readonly SourceTransaction[]> | 'too_many' | 'unavailable'> {
  if (sets.transactions === undefined) return 'unavailable';
  const externalIds = loans.map(({ head }) => head.externalId);
  const found = new Map<string, SourceTransaction[]>(externalIds.map((externalId) => [externalId, []]));
  let held = 0;
  for (let page: string | null = null; ; ) {
    const read = await sets.transactions(externalIds, page);
    if (read.kind === 'unavailable') return read.kind;
    for (const { loan, transaction } of read.value.transactions) found.get(loan)?.push(transaction);
    held += read.value.transactions.length;
    page = read.value.next;
    if (page === null) return found;
    if (held >= MOST_TRANSACTIONS) return 'too_many';
  }
}

function transactionsOneByOne(parts: PageReadingParts, loans: readonly Begun[]): AsyncGenerator<readonly Listed[]> {
  const read = async (one: Begun): Promise<Listed> => {
    const transactions = await attempt(parts, one.head, () => readTransactions(parts.source, one.loan));
    return { ...one, transactions };
  };
  return inRounds(loans, read, ({ transactions }) => (typeof transactions === 'string' ? 0 : transactions.length));
}

async function withPersons(
  parts: PageReadingParts,
  sets: LoanSetSource,
  persons: PersonsOfPage,
  batch: readonly Listed[],
): Promise<readonly ReadLoan[]> {
  const borrowers = batch.flatMap(({ loan }) => loan.borrowers.map(({ externalId }) => externalId));
  await persons.readTogether(sets, [...new Set(borrowers)]);
  return mapWithLimit(batch, CALLS_AT_A_TIME, async ({ head, loan, transactions }): Promise<ReadLoan> => {
    if (typeof transactions === 'string') return { ...head, result: transactions };
    const read = await attempt(parts, head, () => readBorrowers(loan, persons));
    return { ...head, result: typeof read === 'string' ? read : { loan, transactions, persons: read } };
  });
}

/** The borrowers of a page: each is read once, however many of its loans name them. */
class PersonsOfPage implements PersonReads {
  readonly #source: LoanSource;
  readonly #held: ReadonlySet<string>;
  readonly #read = new Map<string, Promise<Reached<SourcePerson>>>();

  constructor(source: LoanSource, held: ReadonlySet<string> = new Set()) {
    this.#source = source;
    this.#held = held;
  }

  isHeld(externalId: string): boolean {
    return this.#held.has(externalId);
  }

  async readTogether(sets: LoanSetSource, externalIds: readonly string[]): Promise<void> {
    const unknown = externalIds.filter((externalId) => !this.#read.has(externalId) && !this.isHeld(externalId));
    if (unknown.length < 2 || sets.persons === undefined) return;
    const read = await sets.persons(unknown);
    if (read.kind === 'unavailable') return;
    for (const value of read.value) this.#read.set(value.externalId, Promise.resolve({ kind: 'answered', value }));
  }

  read(externalId: string): Promise<Reached<SourcePerson>> {
    const known = this.#read.get(externalId) ?? readPerson(this.#source, externalId);
    this.#read.set(externalId, known);
    return known;
  }
}

async function attempt<T>(
  { noteError }: PageReadingParts,
  { externalId }: HeadToRead,
  read: () => Promise<Reached<T>>,
): Promise<T | Exclude<NoReading, 'absent'>> {
  try {
    const reached = await read();
    if (reached.kind === 'unavailable') return reached.isWell && !reached.mayPass ? 'odd' : 'unavailable';
    return reached.value;
  } catch (error) {
    await noteError(externalId, error);
    return 'failed';
  }
}

/** Calls `work` on each item, eight at a time. A round ends early once its results have many transactions. */
async function* inRounds<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  transactionsIn: (result: R) => number,
): AsyncGenerator<readonly R[]> {
  const waiting = [...items];
  while (waiting.length > 0) {
    let held = 0;
    const round: R[] = [];
    const turn = async () => {
      while (held < MOST_TRANSACTIONS) {
        const item = waiting.shift();
        if (item === undefined) return;
        const result = await work(item);
        held += transactionsIn(result);
        round.push(result);
      }
    };
    await Promise.all(Array.from({ length: CALLS_AT_A_TIME }, turn));
    yield round;
  }
}
