import type { Database, Transaction } from '../../../../core/db/database.js';
import type { Posting, PostingOutcome } from '../../../../loan-model/port.js';
import type { Settled } from './answer.js';

/** What each outcome means for one kind of posting; each step runs in a transaction of its own. */
export interface SettlementSteps<Subject> {
  confirmed(tx: Transaction, subject: Subject, posting: Posting): Promise<Settled>;
  refused(tx: Transaction, subject: Subject, reason: string): Promise<Settled>;
  /** Certainly never reached the loan system. */
  unreachable(tx: Transaction, subject: Subject): Promise<Settled>;
  /** Sent, and nobody knows: from now on only a look may tell. */
  unknown(tx: Transaction, subject: Subject): Promise<Settled>;
}

/** Writes an outcome down, whoever found it out: the request itself or reconciliation. */
export function settleOutcome<Subject>(
  db: Database,
  steps: SettlementSteps<Subject>,
  subject: Subject,
  outcome: PostingOutcome,
): Promise<Settled> {
  return db.transaction((tx) => {
    switch (outcome.kind) {
      case 'confirmed':
        return steps.confirmed(tx, subject, outcome.posting);
      case 'refused':
        return steps.refused(tx, subject, outcome.reason);
      case 'unreachable':
        return steps.unreachable(tx, subject);
      case 'unknown':
        return steps.unknown(tx, subject);
    }
  });
}
