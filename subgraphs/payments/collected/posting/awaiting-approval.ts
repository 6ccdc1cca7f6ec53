import {
  approvalsOfSystem,
  recordApprovals,
  recordApprovalsSeen,
} from '../../../../connectors/loan-systems/added/approvals.store.js';
import type { Database, Queries } from '../../../../core/db/database.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import type { LoanReference, LoanSystem, Posting, Reached } from '../../../../loan-model/port.js';
import { closeException, raiseAgain } from '../../exceptions/raise-and-close-exceptions.js';
import { afterLookup, type NextStep, type OpenPosting } from './outcome-lookup-schedule.js';

const APPROVALS = systemPrincipal('approvals');

/** How long a command may wait for approval before an operator is asked to look. */
export const APPROVED_WITHIN_MS = 24 * 3_600_000;

/**
 * What the loan system's own commands show of a posting that is absent.
 * - `absent`: nothing waits; the absence counts as usual.
 * - `waits`: the posting may still appear, so it is never given up. Not `isReadable`: whether it waits cannot be read.
 * - `unanswered`: the commands could not be read this time.
 * - `rejected`: it never will appear.
 */
export type ApprovalStanding =
  | { readonly kind: 'absent' }
  | { readonly kind: 'waits'; readonly isReadable: boolean }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'rejected'; readonly reason: string };

const ABSENT: ApprovalStanding = { kind: 'absent' };

/** Recorded in the transaction that leaves the posting without an outcome, so that it survives a crash. */
export async function rememberApprovals(queries: Queries, code: string): Promise<void> {
  await queries.first(APPROVALS, recordApprovals, { code });
}

/**
 * Must be read before the posting itself is looked up: a command that was approved in between is then found as a
 * posting, and one that is decided by then is final.
 *
 * A user who may not read commands, or who never could read one that waited, proves nothing by seeing none. There the
 * loan system's own history decides: where a command has waited before, absence is no longer trusted.
 */
export async function readApproval(
  db: Database,
  system: LoanSystem,
  loan: LoanReference,
  reference: string,
): Promise<ApprovalStanding> {
  if (system.findApproval === undefined) return ABSENT;
  const found = await system.findApproval(loan, reference);
  if (found.kind === 'unavailable') return { kind: 'unanswered' };
  const { code } = system;
  switch (found.value.kind) {
    case 'waits':
      await db.first(APPROVALS, recordApprovalsSeen, { code });
      return { kind: 'waits', isReadable: true };
    case 'rejected':
      return found.value;
    case 'none':
    case 'not_permitted': {
      const known = await db.first(APPROVALS, approvalsOfSystem, { code });
      const isAbsent = found.value.kind === 'none' && known?.approvalsSeenAt != null;
      return known?.approvalsSince == null || isAbsent ? ABSENT : { kind: 'waits', isReadable: false };
    }
  }
}

/** Whether commands must be read before a lookup: it may be the last one, or commands have waited in this system. */
export function needsApproval({ abandonedForMs, settleAfterMs }: OpenPosting, approvalsSince: unknown = null): boolean {
  return approvalsSince !== null || abandonedForMs >= settleAfterMs;
}

/** The next step after a lookup, given what the commands showed before it. */
export function afterLookupAndApproval(
  open: OpenPosting,
  found: Reached<Posting | 'absent'>,
  pauseMs: number,
  approval: ApprovalStanding,
): NextStep | { readonly kind: 'rejected'; readonly reason: string } {
  const next = afterLookup(open, found, pauseMs);
  if (next.kind === 'posted' || found.kind === 'unavailable') return next;
  switch (approval.kind) {
    case 'absent':
      return next;
    case 'waits':
    case 'unanswered':
      return { kind: 'look_again', inMs: pauseMs };
    case 'rejected':
      return approval;
  }
}

interface Waiting {
  readonly id: string;
  readonly organizationId: string;
  readonly loanSystemCode: string;
  /** How long its outcome has been unknown. */
  readonly abandonedForMs: number;
}

/**
 * Asks an operator to look: the command waits too long, or cannot be read. A loan system that answers nothing at all says
 * nothing about approvals.
 */
export async function raiseIfWaitingLong(
  queries: Queries,
  posting: Waiting,
  approval: ApprovalStanding,
  found: Reached<Posting | 'absent'>,
): Promise<void> {
  const why = reasonToLook(posting, approval, found);
  if (why === undefined) return;
  const detail = { loanSystem: posting.loanSystemCode, why };
  await raiseAgain(queries, posting, 'posting_awaits_approval', detail);
}

function reasonToLook(
  { abandonedForMs }: Waiting,
  approval: ApprovalStanding,
  found: Reached<Posting | 'absent'>,
): 'waits_long' | 'not_readable' | undefined {
  const isLong = abandonedForMs >= APPROVED_WITHIN_MS;
  switch (approval.kind) {
    case 'waits':
      if (!approval.isReadable) return 'not_readable';
      return isLong ? 'waits_long' : undefined;
    case 'unanswered':
      return isLong && found.kind === 'answered' ? 'not_readable' : undefined;
    case 'absent':
    case 'rejected':
      return undefined;
  }
}

/** Closes the exception, if there is one. Called before the outcome is written, so that a crash does not leave it open. */
export async function closeWaiting(queries: Queries, clock: Clock, posting: Waiting): Promise<void> {
  const at = isoInstant(clock.now());
  await closeException(queries, posting, 'posting_awaits_approval', 'The loan system decided it.', at);
}
