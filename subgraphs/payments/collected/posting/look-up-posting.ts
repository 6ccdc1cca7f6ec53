import type { ServiceParts } from '../../../../core/service-parts.js';
import type { LoanSystem, Posting, Reached } from '../../../../loan-model/port.js';
import {
  type ApprovalStanding,
  closeWaiting,
  type MayWait,
  raiseIfWaiting,
  readApproval,
} from './awaiting-approval.js';
import { pauseMs, type SettlementTiming } from './lease-and-lookup-timing.js';
import { afterLookup, type NextStep } from './outcome-lookup-schedule.js';

type LookupParts = Pick<ServiceParts, 'db' | 'clock'> & { readonly timing: SettlementTiming };

export interface PostingWithoutOutcome extends MayWait {
  /** When a command of its loan system first waited; null: none ever did. */
  readonly approvalsSince?: string | null;
}

export type LookupStep = NextStep | { readonly kind: 'rejected'; readonly reason: string };
/** Whether the loan system answered what became of the posting. */
type Answered = { readonly isAnswered: boolean };

/**
 * Looks up a posting of unknown outcome once: what became of its command, then the posting itself. Commands are read
 * when this may be the last lookup, or when they have waited.
 */
export async function lookUpPosting(
  { db, clock, timing }: LookupParts,
  system: LoanSystem,
  posting: PostingWithoutOutcome,
): Promise<LookupStep & Answered> {
  const { abandonedForMs, approvalSeenAt, approvalsSince = null, loan, reference } = posting;
  const { settleAfterMs } = system;
  const mayWait = approvalSeenAt !== null || approvalsSince !== null || abandonedForMs >= settleAfterMs;
  const approval = mayWait ? await readApproval(db, system, posting) : ({ kind: 'absent' } as const);
  const found = await system.findPosting(loan, reference);
  const isAnswered = found.kind === 'answered';
  const pause = pauseMs(timing, abandonedForMs);
  const byPosting = afterLookup({ abandonedForMs, settleAfterMs }, found, pause);
  const next = afterApproval(byPosting, found, approval, pause);
  if (next.kind !== 'look_again') {
    if (mayWait) await closeWaiting(db, clock, posting);
    return { ...next, isAnswered };
  }
  const isOver = await raiseIfWaiting(db, posting, approval, found);
  return { ...(isOver ? byPosting : next), isAnswered };
}

function afterApproval(
  byPosting: NextStep,
  found: Reached<Posting | 'absent'>,
  approval: ApprovalStanding,
  pause: number,
): LookupStep {
  if (byPosting.kind === 'posted' || found.kind === 'unavailable') return byPosting;
  switch (approval.kind) {
    case 'absent':
      return byPosting;
    case 'waits':
    case 'unseen':
    case 'unanswered':
      return { kind: 'look_again', inMs: pause };
    case 'rejected':
      return approval;
  }
}
