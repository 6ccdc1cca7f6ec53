import type { Database, Queries } from '../../../../core/db/database.js';
import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import type { LoanReference, LoanSystem } from '../../../../loan-model/port.js';
import { raiseAgain } from '../../exceptions/raise-and-close-exceptions.js';
import { type WatchedPosting, watchPosting } from './enqueue-outcome-lookup.js';
import { recoveringLoan, unknownOutcomesOfLoan } from './recovering-loan.store.js';

const RECOVERY = systemPrincipal('recovery');

/** Looks up a posting whose outcome is unknown. False: the loan system did not answer. */
export type LookUp = (posting: WatchedPosting) => Promise<boolean>;

/** Whether the loan's lender recovers from a restore. */
export async function isRecovering(
  queries: Queries,
  { organizationId, accountId }: Pick<LoanReference, 'organizationId' | 'accountId'>,
): Promise<boolean> {
  const principal = limitToOrganization(RECOVERY, organizationId);
  return (await queries.first(principal, recoveringLoan, { accountId, organizationId })) !== undefined;
}

/**
 * Whether a loan may get a new posting at a loan system outside our database. While its lender recovers from a restore,
 * its unknown outcomes are looked up first, and a loan system that cannot be searched by reference takes no postings until
 * an operator confirms that its list was read.
 *
 * @param lookUp - how unknown outcomes are looked up; without it they are left to reconciliation, and a posting that is found
 *   waits for it
 */
export async function isClearToPost(
  db: Database,
  system: LoanSystem,
  { organizationId, accountId }: Pick<LoanReference, 'organizationId' | 'accountId'>,
  lookUp?: LookUp,
): Promise<boolean> {
  const principal = limitToOrganization(RECOVERY, organizationId);
  const loan = await db.first(principal, recoveringLoan, { accountId, organizationId });
  if (loan === undefined) return true;
  if (system.findsByReference === false && loan.postingsReadAt === null) {
    const subject = { id: loan.loanSystemCode, organizationId };
    await raiseAgain(db, subject, 'recovery_postings_unread', { since: loan.recoveringSince ?? '' });
    return false;
  }
  const { externalId } = loan;
  for (const { kind, id, reference } of await db.many(principal, unknownOutcomesOfLoan, {
    accountId,
    organizationId,
  })) {
    const posting = { kind, organizationId, id };
    if (lookUp !== undefined) {
      if (!(await lookUp(posting))) return false;
      continue;
    }
    await watchPosting(db, posting, 0);
    const found = await system.findPosting({ organizationId, accountId, externalId }, reference, kind);
    if (found.kind === 'unavailable' || found.value !== 'absent') return false;
  }
  return true;
}
