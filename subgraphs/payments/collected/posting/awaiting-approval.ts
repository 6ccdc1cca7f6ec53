import type { Database, Queries } from '../../../../core/db/database.js';
import type { RowKey } from '../../../../core/db/row-key.js';
import type { Statement } from '../../../../core/db/statement.js';
import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import type { LoanReference, LoanSystem, Posting, Reached } from '../../../../loan-model/port.js';
import { closeException, raiseAgain, raiseUnlessSettled } from '../../exceptions/raise-and-close-exceptions.js';
import { approvalsOfSystem, recordApprovals, recordApprovalsSeen } from './approvals.store.js';

const APPROVALS = systemPrincipal('approvals');
const KIND = 'posting_awaits_approval';

/** How long a command may wait for approval before an operator is asked to look. */
export const APPROVED_WITHIN_MS = 24 * 3_600_000;

/** A posting whose command may wait for approval. */
export interface MayWait {
  readonly id: string;
  readonly organizationId: string;
  readonly loanSystemCode: string;
  readonly loan: LoanReference;
  readonly reference: string;
  /** How long its outcome has been unknown. */
  readonly abandonedForMs: number;
  /** When its own command was seen waiting; null: never. */
  readonly approvalSeenAt: string | null;
  /** Writes that it was seen. */
  readonly mark: Statement<RowKey, unknown>;
}

/**
 * What the loan system's own commands show of a posting that is absent.
 * - `absent`: nothing waits; the absence counts as usual.
 * - `waits`: the posting may still appear, so it is never given up.
 * - `unseen`: the same, although its command is not seen: it cannot be read, or was seen before and is not any more.
 * - `unanswered`: the commands could not be read this time.
 * - `rejected`: it never will appear.
 */
export type ApprovalStanding =
  | { readonly kind: 'absent' | 'waits' | 'unanswered' }
  | { readonly kind: 'unseen'; readonly why: 'not_readable' | 'no_longer_seen' }
  | { readonly kind: 'rejected'; readonly reason: string };

/** Recorded in the transaction that leaves the posting without an outcome, so that it survives a crash. */
export async function rememberApproval(
  queries: Queries,
  posting: Pick<MayWait, 'id' | 'organizationId' | 'loanSystemCode'>,
  mark: MayWait['mark'],
): Promise<void> {
  await queries.first(APPROVALS, recordApprovals, { code: posting.loanSystemCode });
  await writeMark(queries, posting, mark);
}

/**
 * Must be read before the posting itself is looked up: a command that was approved in between is then found as a
 * posting, and one that is decided by then is final.
 *
 * A user who may not read commands, or who never could read one that waited, proves nothing by seeing none. There the
 * loan system's own history decides: where a command has waited before, absence is no longer trusted. A user may also
 * lose sight of commands, so a posting whose command was seen is never absent because it is not seen any more.
 */
export async function readApproval(db: Database, system: LoanSystem, posting: MayWait): Promise<ApprovalStanding> {
  if (system.findApproval === undefined) return { kind: 'absent' };
  const found = await system.findApproval(posting.loan, posting.reference);
  if (found.kind === 'unavailable') return { kind: 'unanswered' };
  const { code } = system;
  const wasSeen = posting.approvalSeenAt !== null;
  switch (found.value.kind) {
    case 'waits':
      // In this order: once commands are known to be readable, a posting without a mark counts as absent when it is not seen.
      if (!wasSeen) await writeMark(db, posting, posting.mark);
      await db.first(APPROVALS, recordApprovalsSeen, { code });
      return { kind: 'waits' };
    case 'rejected':
      return found.value;
    case 'none':
    case 'not_permitted': {
      const known = await db.first(APPROVALS, approvalsOfSystem, { code });
      const couldBeSeen = found.value.kind === 'none' && known?.approvalsSeenAt != null;
      if (wasSeen) return { kind: 'unseen', why: couldBeSeen ? 'no_longer_seen' : 'not_readable' };
      return known?.approvalsSince == null || couldBeSeen
        ? { kind: 'absent' }
        : { kind: 'unseen', why: 'not_readable' };
    }
  }
}

async function writeMark(
  queries: Queries,
  { id, organizationId }: Pick<MayWait, 'id' | 'organizationId'>,
  mark: MayWait['mark'],
): Promise<void> {
  await queries.many(limitToOrganization(APPROVALS, organizationId), mark, { id, organizationId });
}

/**
 * Asks an operator to look: the command waits too long, or is not seen. A loan system that answers nothing at all says
 * nothing about approvals.
 *
 * @returns whether an operator has resolved that the command is gone: then its absence counts.
 */
export async function raiseIfWaiting(
  queries: Queries,
  posting: MayWait,
  approval: ApprovalStanding,
  found: Reached<Posting | 'absent'>,
): Promise<boolean> {
  const why = reasonToLook(posting, approval, found);
  if (why === undefined) return false;
  const detail = { loanSystem: posting.loanSystemCode, why };
  // The time makes it another fact when the same posting is sent again and waits again.
  if (why === 'no_longer_seen')
    return raiseUnlessSettled(queries, posting, KIND, { ...detail, seenAt: posting.approvalSeenAt ?? '' });
  await raiseAgain(queries, posting, KIND, detail);
  return false;
}

function reasonToLook(
  { abandonedForMs }: MayWait,
  approval: ApprovalStanding,
  found: Reached<Posting | 'absent'>,
): 'waits_long' | 'not_readable' | 'no_longer_seen' | undefined {
  const isLong = abandonedForMs >= APPROVED_WITHIN_MS;
  switch (approval.kind) {
    case 'waits':
      return isLong ? 'waits_long' : undefined;
    case 'unseen':
      return approval.why === 'no_longer_seen' && found.kind === 'unavailable' ? undefined : approval.why;
    case 'unanswered':
      return isLong && found.kind === 'answered' ? 'not_readable' : undefined;
    case 'absent':
    case 'rejected':
      return undefined;
  }
}

/** Closes the exception, if there is one. Called before the outcome is written, so that a crash does not leave it open. */
export async function closeWaiting(queries: Queries, clock: Clock, posting: MayWait): Promise<void> {
  await closeException(queries, posting, KIND, 'The loan system decided it.', isoInstant(clock.now()));
}
