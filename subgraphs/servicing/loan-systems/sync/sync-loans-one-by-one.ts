import { mapWithLimit } from '../../accounts/account/map-with-limited-concurrency.js';
import { careful, eachOnce, type LoansRead, type PageParts, pageResult, type Tried } from './page-result.js';
import type { HeadToRead } from './pass-loans.store.js';
import type { LoanOutcome } from './sync-one-loan.js';

const LOANS_AT_A_TIME = 8;

/** Reads loans one by one and records those that could not be stored. One failing loan does not stop the others. */
export async function syncLoansOneByOne(
  parts: PageParts,
  loans: readonly HeadToRead[],
  work: (externalId: string) => Promise<LoanOutcome>,
): Promise<LoansRead> {
  const tried = await mapWithLimit(eachOnce(loans), LOANS_AT_A_TIME, async (loan): Promise<Tried> => {
    const left = parts.shallPause();
    return { ...loan, outcome: left ? { kind: 'left' } : await careful(parts, loan.externalId, work) };
  });
  return pageResult(parts, tried);
}
