import type { Database, Queries, Transaction } from '../../../../core/db/database.js';
import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import type { LoanReference, LoanSystem } from '../../../../loan-model/port.js';
import { raiseAgain } from '../../exceptions/raise-and-close-exceptions.js';
import { type WatchedPosting, watchPosting } from './enqueue-outcome-lookup.js';
import { recoveringLoan, recoveryOfLender, unknownOutcomesOfLoan } from './recovering-loan.store.js';

const RECOVERY = systemPrincipal('recovery');

/** Unknown outcomes that one request looks up; the next request goes on with the others. */
const LOOKUPS_OF_REQUEST = 5;

/**
 * What looking a posting up has shown.
 * - `settled`: its outcome is known now.
 * - `may_still_arrive`: it is absent, and the loan system may still carry it out.
 * - `waits`: it is absent, and known to wait for an approval.
 * - `unanswered`: the loan system did not answer.
 */
export type LookedUp = 'settled' | 'may_still_arrive' | 'waits' | 'unanswered';

/** Looks up a posting whose outcome is unknown, and settles it if it can. */
export type LookUp = (posting: WatchedPosting) => Promise<LookedUp>;

/** The state of the lender's recovery in which a loan was found clear for a new posting. */
export interface Clearance {
  /** Null: the lender did not recover from a restore. */
  readonly recoveringSince: string | null;
  readonly postingsReadAt: string | null;
}

/** The clearance for a lender that was read as not recovering. */
export const NOT_RECOVERING: Clearance = { recoveringSince: null, postingsReadAt: null };

type Loan = Pick<LoanReference, 'organizationId' | 'accountId'>;

/** Whether the loan's lender recovers from a restore. */
export async function isRecovering(queries: Queries, { organizationId, accountId }: Loan): Promise<boolean> {
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
 * @returns what `isStillClear` compares in the transaction that reserves the posting; undefined: not clear.
 */
export async function clearanceToPost(
  db: Database,
  system: LoanSystem,
  { organizationId, accountId }: Loan,
  lookUp?: LookUp,
): Promise<Clearance | undefined> {
  const principal = limitToOrganization(RECOVERY, organizationId);
  const loan = await db.first(principal, recoveringLoan, { accountId, organizationId });
  if (loan === undefined) return NOT_RECOVERING;
  const { recoveringSince, postingsReadAt, externalId } = loan;
  if (system.findsByReference === false && postingsReadAt === null) {
    const subject = { id: loan.loanSystemCode, organizationId };
    await raiseAgain(db, subject, 'recovery_postings_unread', { since: recoveringSince ?? '' });
    return undefined;
  }
  const unknown = await db.many(principal, unknownOutcomesOfLoan, {
    ...{ accountId, organizationId },
    limit: LOOKUPS_OF_REQUEST + 1,
  });
  for (const { kind, id, reference, abandonedForMs } of unknown.slice(0, LOOKUPS_OF_REQUEST)) {
    const posting = { kind, organizationId, id };
    if (lookUp !== undefined) {
      const lookedUp = await lookUp(posting);
      if (lookedUp === 'unanswered' || lookedUp === 'may_still_arrive') return undefined;
      continue;
    }
    await watchPosting(db, posting, 0);
    if (abandonedForMs < system.settleAfterMs) return undefined;
    const found = await system.findPosting({ organizationId, accountId, externalId }, reference, kind);
    if (found.kind === 'unavailable' || found.value !== 'absent') return undefined;
  }
  return unknown.length > LOOKUPS_OF_REQUEST ? undefined : { recoveringSince, postingsReadAt };
}

/**
 * Whether the recovery is as it was when the loan was found clear. Read in the transaction that reserves the posting: it
 * locks the lender, so that a recovery begins either before it, and is seen, or after its commit.
 */
export async function isStillClear(
  tx: Transaction,
  { organizationId, accountId }: Loan,
  { recoveringSince, postingsReadAt }: Clearance,
): Promise<boolean> {
  const principal = limitToOrganization(RECOVERY, organizationId);
  const lender = await tx.first(principal, recoveryOfLender, { id: organizationId });
  if (lender === undefined || lender.recoveringSince !== recoveringSince) return false;
  if (recoveringSince === null) return true;
  const loan = await tx.first(principal, recoveringLoan, { accountId, organizationId });
  return loan?.postingsReadAt === postingsReadAt;
}
