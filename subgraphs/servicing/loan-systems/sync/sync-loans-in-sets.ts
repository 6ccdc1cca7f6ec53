import type { LoanSource } from '../../../../loan-model/port.js';
import { mapWithLimit } from '../../accounts/account/map-with-limited-concurrency.js';
import { OneAhead } from './one-ahead.js';
import { careful, eachOnce, type LoansRead, noteError, type PageParts, pageResult, type Tried } from './page-result.js';
import type { HeadToRead } from './pass-loans.store.js';
import type { LoanReading } from './read-loan-from-source.js';
import { type ReadLoan, readPageOfLoans } from './read-page-of-loans.js';
import { takeMark, warnOfUnknownStatus } from './sync-one-loan.js';
import { type WriteParts, writeLoan } from './write-loan.js';
import { type SetOutcome, writeLoanSet } from './write-loan-set.js';

export interface SetParts extends PageParts, WriteParts {
  readonly source: LoanSource;
  /** Borrowers who are not read again. */
  readonly heldPersons?: ReadonlySet<string>;
  /** Called with each loan's revision as it was read. */
  readonly noteRead?: (externalId: string, revision: string) => void;
}

const LOANS_AT_A_TIME = 8;

/** A page of loans whose reading has begun. */
export interface PageInReading {
  /** Taken before the reading began. */
  readonly mark: number;
  readonly batches: OneAhead<readonly ReadLoan[]>;
  /** Recorded when the page is written: a page that is never written leaves nothing behind. */
  readonly errors: (readonly [externalId: string, error: unknown])[];
}

/** Begins to read a page of loans, with few calls. */
export async function beginReading(parts: SetParts, loans: readonly HeadToRead[]): Promise<PageInReading> {
  const { source, shallPause, heldPersons } = parts;
  const errors: (readonly [string, unknown])[] = [];
  const noteLater = async (...error: readonly [string, unknown]) => void errors.push(error);
  const mark = loans.length === 0 ? 0 : await takeMark(parts);
  const reading = { source, shallPause, noteError: noteLater, ...(heldPersons && { heldPersons }) };
  return { mark, errors, batches: new OneAhead(readPageOfLoans(reading, eachOnce(loans))) };
}

/**
 * Writes a page of loans with few statements, in one transaction. Loans that cannot be written with the others are
 * written one by one, so that no loan stops the others.
 */
export async function writePage(parts: SetParts, { mark, batches, errors }: PageInReading): Promise<LoansRead> {
  const tried: Tried[] = [];
  for await (const batch of batches.taken()) {
    for (const [externalId, error] of errors.splice(0)) await noteError(parts, externalId, error);
    tried.push(...(await writeBatch(parts, batch, mark)));
  }
  return pageResult(parts, tried);
}

/** Reads a page of loans and writes it. */
export async function syncLoansInSets(parts: SetParts, loans: readonly HeadToRead[]): Promise<LoansRead> {
  const reading = await beginReading(parts, loans);
  try {
    return await writePage(parts, reading);
  } finally {
    await reading.batches.settled();
  }
}

async function writeBatch(parts: SetParts, batch: readonly ReadLoan[], mark: number): Promise<readonly Tried[]> {
  const readings = batch.flatMap(({ result }) => (typeof result === 'string' ? [] : [result]));
  for (const { loan } of readings) {
    warnOfUnknownStatus(parts, parts.owner, loan);
    parts.noteRead?.(loan.externalId, loan.revision);
  }
  const written = await writeTogether(parts, readings, mark);
  return mapWithLimit(batch, LOANS_AT_A_TIME, async ({ result, ...head }): Promise<Tried> => {
    if (typeof result === 'string') return { ...head, outcome: { kind: result } };
    const { length: transactions } = result.transactions;
    const together = written.get(head.externalId) ?? 'alone';
    if (together === 'written') return { ...head, outcome: { kind: together, transactions } };
    if (together === 'superseded') return { ...head, outcome: { kind: together } };
    const outcome = await careful(parts, head.externalId, async () => {
      const kind = await writeLoan(parts, parts.owner, result, mark);
      return kind === 'written' ? { kind, transactions } : { kind };
    });
    return { ...head, outcome };
  });
}

/** The outcomes by external id; of a set that could not be written, none. */
async function writeTogether(
  parts: SetParts,
  readings: readonly LoanReading[],
  mark: number,
): Promise<ReadonlyMap<string, SetOutcome>> {
  if (readings.length === 0) return new Map();
  try {
    return await writeLoanSet(parts, parts.owner, readings, mark);
  } catch (error) {
    const { loanSystemCode } = parts.owner;
    parts.logger.warn(
      { err: error, loan_system: loanSystemCode, loans: readings.length },
      'a set of loans could not be written; its loans are written one by one',
    );
    return new Map();
  }
}
