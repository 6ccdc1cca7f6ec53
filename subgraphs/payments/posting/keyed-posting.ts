import { performance } from 'node:perf_hooks';
import type { PostingOutcome } from '../../../connectors/loan-systems/port.js';
import type { Principal } from '../../../core/auth/principal.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { claim, type KeyedRequest, peek } from '../../../core/idempotency/idempotency.js';
import { newId } from '../../../core/ids.js';
import { firstAnswer, type KeyedAnswer, laterAnswer, type Settled } from './answer.js';
import { SEND_WITHIN_MS } from './timing.js';

/** The steps of one exactly-once posting over a loan system outside our database. The subject is the payment or the reversal. */
export interface RemotePosting<Prepared> {
  readonly request: KeyedRequest;
  /** What must be asked before the transaction opens. @throws {Problem} when it cannot be had. */
  prepare(): Promise<Prepared>;
  /** Writes the reservation in the transaction that claimed the key. @throws {Problem} to refuse: nothing is kept. */
  reserve(tx: Transaction, subjectId: string, prepared: Prepared): Promise<void>;
  /** The one network call, outside every transaction. */
  send(subjectId: string): Promise<PostingOutcome>;
  /** Writes the outcome down and says what to answer. */
  settle(subjectId: string, outcome: PostingOutcome): Promise<Settled>;
}

/** As `RemotePosting`, for a loan system in our own database: reservation, posting and outcome are one transaction. */
export interface EmbeddedPosting {
  readonly request: KeyedRequest;
  post(tx: Transaction, subjectId: string): Promise<Settled>;
}

/**
 * Posts once per key (DESIGN 5).
 *
 * A crash before the reservation commits leaves nothing; after it, a pending row under a lease, which reconciliation settles
 * by asking the loan system. The key stays claimed until then, so that a retry never posts.
 */
export async function postRemotely<Prepared>(
  db: Database,
  principal: Principal,
  posting: RemotePosting<Prepared>,
): Promise<KeyedAnswer> {
  const known = await peek(db, principal, posting.request);
  if (known !== undefined && known.kind !== 'proceed') return laterAnswer(known);
  const prepared = await posting.prepare();

  const began = performance.now();
  const decision = await db.transaction(async (tx) => {
    const claimed = await claim(tx, principal, posting.request, newId());
    if (claimed.kind === 'proceed') await posting.reserve(tx, claimed.subjectId, prepared);
    return claimed;
  });
  if (decision.kind !== 'proceed') return laterAnswer(decision);

  // A process that slept through its time to send must not send: reconciliation may already have looked.
  const inTime = performance.now() - began < SEND_WITHIN_MS;
  const outcome: PostingOutcome = inTime ? await posting.send(decision.subjectId) : { kind: 'unreachable' };
  return firstAnswer(await posting.settle(decision.subjectId, outcome));
}

/** The embedded form: requests that race for one key wait in `claim` until the first has committed, then replay its answer. */
export async function postEmbedded(db: Database, principal: Principal, posting: EmbeddedPosting): Promise<KeyedAnswer> {
  const answer = await db.transaction(async (tx) => {
    const decision = await claim(tx, principal, posting.request, newId());
    if (decision.kind !== 'proceed') return { later: decision } as const;
    return { first: await posting.post(tx, decision.subjectId) } as const;
  });
  return 'later' in answer ? laterAnswer(answer.later) : firstAnswer(answer.first);
}
