import type { Database, Transaction } from '../../../../core/db/database.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { Posting, PostingOutcome } from '../../../../loan-model/port.js';
import { type MayWait, rememberApproval } from './awaiting-approval.js';
import type { Settled } from './first-and-later-answer-of-key.js';
import { raiseIfSettingRefused } from './raise-posting-exceptions.js';

/** What each outcome means for one kind of posting; each step runs in its own transaction. */
export interface SettlementSteps<Subject> {
  confirmed(tx: Transaction, subject: Subject, posting: Posting): Promise<Settled>;
  refused(tx: Transaction, subject: Subject, reason: string): Promise<Settled>;
  /** The request certainly never reached the loan system. */
  unreachable(tx: Transaction, subject: Subject): Promise<Settled>;
  /** The request was sent and its outcome is unknown: from now on only a lookup may decide it. */
  unknown(tx: Transaction, subject: Subject): Promise<Settled>;
  /** Writes that its command waits for approval. */
  readonly mark: MayWait['mark'];
}

/** Writes an outcome, whether the request itself or reconciliation found it. */
export function settleOutcome<
  Subject extends { readonly id: string; readonly organizationId: string; readonly loanSystemCode: string },
>(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  steps: SettlementSteps<Subject>,
  subject: Subject,
  outcome: PostingOutcome,
): Promise<Settled> {
  return db.transaction(async (tx) => {
    switch (outcome.kind) {
      case 'confirmed':
        return steps.confirmed(tx, subject, outcome.posting);
      case 'refused':
        return steps.refused(tx, subject, outcome.reason);
      case 'unreachable':
        await raiseIfSettingRefused(tx, clock, subject, outcome);
        return steps.unreachable(tx, subject);
      case 'awaiting_approval':
        await rememberApproval(tx, subject, steps.mark);
        return steps.unknown(tx, subject);
      case 'unknown':
        return steps.unknown(tx, subject);
    }
  });
}
