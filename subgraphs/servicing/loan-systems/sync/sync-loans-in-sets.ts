import type { LoanSource } from '../../../../loan-model/port.js';
import { mapWithLimit } from '../../accounts/account/map-with-limited-concurrency.js';
import { careful, eachOnce, type LoansRead, noteError, type PageParts, pageResult, type Tried } from './page-result.js';
import type { HeadToRead } from './pass-loans.store.js';
import type { LoanReading } from './read-loan-from-source.js';
import { type ReadLoan, readPageOfLoans } from './read-page-of-loans.js';
import { takeMark, warnOfUnknownStatus } from './sync-one-loan.js';
import { type WriteParts, writeLoan } from './write-loan.js';
import { type SetOutcome, writeLoanSet } from './write-loan-set.js';

export interface SetParts extends PageParts, WriteParts {
  readonly source: LoanSource;
}

const LOANS_AT_A_TIME = 8;

/**
 * Reads a page of loans with few calls and writes it with few statements, in one transaction. Loans that cannot be
 * written with the others are written one by one, so that no loan stops the others.
 */
export async function syncLoansInSets(parts: SetParts, loans: readonly HeadToRead[]): Promise<LoansRead> {
  if (loans.length === 0) return pageResult(parts, []);
  const { source, shallPause } = parts;
  const reading = { source, shallPause, noteError: (id: string, error: unknown) => noteError(parts, id, error) };
  const mark = await takeMark(parts);
  const tried: Tried[] = [];
  for await (const batch of readPageOfLoans(reading, eachOnce(loans))) {
    tried.push(...(await writeBatch(parts, batch, mark)));
  }
  return pageResult(parts, tried);
}

async function writeBatch(parts: SetParts, batch: readonly ReadLoan[], mark: number): Promise<readonly Tried[]> {
  const readings = batch.flatMap(({ result }) => (typeof result === 'string' ? [] : [result]));
  for (const { loan } of readings) warnOfUnknownStatus(parts, parts.owner, loan);
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
