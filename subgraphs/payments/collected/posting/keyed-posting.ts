import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditedAct, recordOperatorAct } from '../../../../core/audit/record.js';
import type { Database, Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { ClientKeys } from '../../../../core/idempotency/client-keys.js';
import type { Decision } from '../../../../core/idempotency/decision.js';
import { claim, type KeyedRequest, peek, release, standing } from '../../../../core/idempotency/idempotency.js';
import { newId } from '../../../../core/ids/ids.js';
import type { Logger } from '../../../../core/logging/logger.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { PostingOutcome } from '../../../../loan-model/port.js';
import type { CollectedPaymentRow } from '../payment/collected-payment.row.js';
import type { AccountGate } from './account-gate.js';
import { asItStands, firstAnswer, type KeyedAnswer, laterAnswer, type Settled } from './answer.js';
import { SEND_WITHIN_MS } from './timing.js';

export interface PostingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly clientKeys: ClientKeys;
  readonly logger: Logger;
  /** Before every transaction on an account. */
  readonly gate: AccountGate;
}

interface AuditedPosting {
  readonly accountId: string;
  readonly request: KeyedRequest;
  /** What is audited when it is an operator who asks: what was asked for, whatever comes of it. */
  act(subjectId: string): AuditedAct;
  /** The payment that a subject is about: itself, or the one that it reverses. */
  paymentIdOf(subjectId: string): string;
}

/** The steps of one exactly-once posting over a loan system outside our database. The subject is the payment or the reversal. */
export interface RemotePosting<Prepared> extends AuditedPosting {
  /** What must be asked before the transaction opens; undefined when the loan system does not answer. */
  prepare(): Promise<Prepared | undefined>;
  /**
   * Writes the reservation in the transaction that claimed the key, and answers the payment as it stands while nobody knows
   * its outcome. @throws {Problem} to refuse: nothing is kept.
   */
  reserve(tx: Transaction, subjectId: string, prepared: Prepared): Promise<CollectedPaymentRow>;
  /** The one network call, outside every transaction. */
  send(subjectId: string): Promise<PostingOutcome>;
  /** Writes the outcome down and says what to answer. */
  settle(subjectId: string, outcome: PostingOutcome): Promise<Settled>;
}

/** As `RemotePosting`, for a loan system in our own database: reservation, posting and outcome are one transaction. */
export interface EmbeddedPosting<Held> extends AuditedPosting {
  /**
   * Claims the key for a fresh subject, and holds what is posted to. Undefined: the key is not ours, and nothing is held. Without it
   * the key is claimed alone.
   */
  claimAndHold?(tx: Transaction, freshId: string): Promise<Held | undefined>;
  /** @param held - undefined where `post` has to do so. */
  post(tx: Transaction, subjectId: string, held?: Held): Promise<Settled>;
}

/**
 * Posts once per key.
 *
 * A crash before the reservation commits leaves nothing; after it, a pending row under a lease, which reconciliation settles
 * by asking the loan system. The key stays claimed until then, so that a retry never posts.
 */
export async function postRemotely<Prepared>(
  { db, clock, logger, gate }: PostingParts,
  principal: Principal,
  posting: RemotePosting<Prepared>,
): Promise<KeyedAnswer> {
  const known = await peek(db, principal, posting.request);
  if (known !== undefined && known.kind !== 'proceed') return laterAnswer(known, posting.paymentIdOf);
  const prepared = await posting.prepare();

  let began = 0;
  const reserve = () => {
    began = performance.now();
    return db.transaction(claimAndReserve);
  };
  const claimAndReserve = async (tx: Transaction) => {
    const decision = await claim(tx, principal, posting.request, newId());
    if (decision.kind !== 'proceed') return { decision } as const;
    if (prepared !== undefined) {
      await recordOperatorAct(tx, clock, principal, posting.act(decision.subjectId));
      return { decision, reserved: await posting.reserve(tx, decision.subjectId, prepared) } as const;
    }
    // Nothing was sent, but the key now stands for this body: another one is a conflict, also after this 503.
    await release(tx, principal, { ...posting.request, subjectId: decision.subjectId });
    return { decision } as const;
  };
  const claimed = await gate.pass(posting.accountId, reserve).catch((error: unknown) => {
    // Whether the reservation stands is not known; that nothing was posted is. If it stands, reconciliation fails it.
    throw isLostCommit(error) ? new Problem('posting_unavailable', {}, undefined, { cause: error }) : error;
  });
  if (claimed.decision.kind !== 'proceed') return laterAnswer(claimed.decision, posting.paymentIdOf);
  const { subjectId } = claimed.decision;
  if (claimed.reserved === undefined) throw new Problem('posting_unavailable');

  // A process that slept through its time to send must not send: reconciliation may already have looked.
  const inTime = performance.now() - began < SEND_WITHIN_MS;
  const outcome: PostingOutcome = inTime ? await posting.send(subjectId) : { kind: 'unreachable' };
  const settling = { settle: () => gate.pass(posting.accountId, () => posting.settle(subjectId, outcome)) };
  return firstAnswer(await settled(settling, subjectId, outcome, claimed.reserved, logger));
}

/**
 * Once something may have been sent, no failure of ours may look like "nothing was posted": the caller is told that nobody
 * knows yet, and reconciliation settles the reservation.
 */
async function settled(
  { settle }: { readonly settle: () => Promise<Settled> },
  subjectId: string,
  outcome: PostingOutcome,
  reserved: CollectedPaymentRow,
  logger: Logger,
): Promise<Settled> {
  try {
    return await settle();
  } catch (error) {
    logger.error({ err: error, posting_id: subjectId, outcome: outcome.kind }, 'an outcome could not be written down');
    return asItStands(reserved);
  }
}

/** The embedded form: requests that race for one key wait in `claim` until the first has committed, then replay its answer. */
export async function postEmbedded<Held>(
  { db, clock, gate }: PostingParts,
  principal: Principal,
  posting: EmbeddedPosting<Held>,
): Promise<KeyedAnswer> {
  const claimAndPost = async (tx: Transaction) => {
    const freshId = newId();
    const held = await posting.claimAndHold?.(tx, freshId);
    const decision = await decided(tx, freshId, held);
    if (decision.kind !== 'proceed') return { later: decision } as const;
    await recordOperatorAct(tx, clock, principal, posting.act(decision.subjectId));
    return { first: await posting.post(tx, decision.subjectId, held) } as const;
  };
  const decided = async (tx: Transaction, freshId: string, held: Held | undefined): Promise<Decision> => {
    if (posting.claimAndHold === undefined) return claim(tx, principal, posting.request, freshId);
    if (held !== undefined) return { kind: 'proceed', subjectId: freshId };
    const stands = await standing(tx, principal, posting.request);
    // To commit now would leave a key that nobody ever answers.
    if (stands.kind === 'in_progress' && stands.subjectId === freshId) throw new Error('there is nothing to post to');
    return stands;
  };
  const post = () => gate.pass(posting.accountId, () => db.transaction(claimAndPost));
  const answer = await post().catch((error: unknown) => afterLostCommit(error, post));
  return 'later' in answer ? laterAnswer(answer.later, posting.paymentIdOf) : firstAnswer(answer.first);
}

/** A database that is started again is back by then; a client that waits for its answer still is there. */
const LOST_COMMIT_PATIENCE_MS = 5_000;
const LOST_COMMIT_PAUSE_MS = 100;

/**
 * The commit was sent and its answer lost. The same again, under the same key, is what the client would send: it replays what
 * went through, waits for what still goes through, and otherwise posts. Until it has an answer, nobody knows.
 */
async function afterLostCommit<T>(lost: unknown, again: () => Promise<T>): Promise<T> {
  if (!isLostCommit(lost)) throw lost;
  for (const began = performance.now(); performance.now() - began < LOST_COMMIT_PATIENCE_MS; ) {
    await sleep(LOST_COMMIT_PAUSE_MS);
    try {
      return await again();
    } catch (error) {
      if (!isTroubleOfDatabase(error)) throw error;
    }
  }
  throw lost;
}

function isLostCommit(error: unknown): boolean {
  return error instanceof Problem && error.code === 'outcome_unknown';
}

function isTroubleOfDatabase(error: unknown): boolean {
  return isLostCommit(error) || (error instanceof Problem && error.code === 'service_unavailable');
}
