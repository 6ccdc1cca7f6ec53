import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditedAct, recordOperatorAct } from '../../../../core/audit/record.js';
import type { Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { Decision } from '../../../../core/idempotency/decision.js';
import {
  claim,
  decideExisting,
  forget,
  type KeyedRequest,
  readKey,
  release,
} from '../../../../core/idempotency/idempotency.js';
import { newId } from '../../../../core/ids/ids.js';
import type { Logger } from '../../../../core/logging/logger.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { PostingOutcome, Reached } from '../../../../loan-model/port.js';
import type { CollectedPaymentRow } from '../payment/collected-payment.row.js';
import type { AccountGate } from './account-concurrency-gate.js';
import type { LookUp } from './clear-to-post-while-recovering.js';
import type { EarlierPosting } from './find-earlier-posting.js';
import {
  currentState,
  firstAnswer,
  type KeyedAnswer,
  laterAnswer,
  type Settled,
} from './first-and-later-answer-of-key.js';
import { SEND_WITHIN_MS } from './lease-and-lookup-timing.js';

export interface PostingParts
  extends Pick<ServiceParts, 'db' | 'clock' | 'clientKeys' | 'postingReferences' | 'logger'> {
  /** Passed before every transaction on an account. */
  readonly gate: AccountGate;
  readonly lookUp: LookUp;
}

interface AuditedPosting {
  readonly accountId: string;
  readonly request: KeyedRequest;
  /** What is audited for an operator's request: the request itself, whatever its result. */
  act(subjectId: string): AuditedAct;
  /** The payment of a subject: itself, or the one that it reverses. */
  paymentIdOf(subjectId: string): string;
}

/**
 * The steps of one exactly-once posting to a loan system outside our database. The subject is the payment or the
 * reversal.
 */
export interface RemotePosting<Prepared> extends AuditedPosting {
  /** What must be requested before the transaction opens; undefined if the loan system does not answer. */
  prepare(): Promise<Prepared | undefined>;
  /**
   * Writes the reservation in the transaction that claimed the key. Returns the payment in its state while the
   * outcome is unknown. @throws {Problem} to refuse: nothing is stored.
   */
  reserve(tx: Transaction, subjectId: string, prepared: Prepared): Promise<CollectedPaymentRow>;
  /** The one network call, outside every transaction. */
  send(subjectId: string, prepared: Prepared): Promise<PostingOutcome>;
  /** What an earlier request under the same key has posted already, found before the reservation. */
  foundBefore(prepared: Prepared): EarlierPosting | undefined;
  /**
   * Looks for that when the reservation is refused: an earlier posting may be the reason. `absent` also where nothing can
   * be found.
   */
  findAfterRefusal(refusal: Problem, prepared: Prepared): Promise<Reached<EarlierPosting | 'absent'>>;
  /** Writes it in the transaction that claimed the key. */
  takeUp(tx: Transaction, subjectId: string, earlier: EarlierPosting): Promise<Settled>;
  /** Writes the outcome and returns the answer. */
  settle(subjectId: string, outcome: PostingOutcome): Promise<Settled>;
}

/**
 * Like `RemotePosting`, for a loan system in our own database: reservation, posting and outcome are one transaction.
 */
export interface EmbeddedPosting<Held> extends AuditedPosting {
  /**
   * Claims the key for a new subject and locks the loan. Undefined: the key belongs to an earlier request, and
   * nothing is locked. Without this step, only the key is claimed.
   */
  claimAndHold?(tx: Transaction, freshId: string): Promise<Held | undefined>;
  /** @param held - the locked loan; undefined if `post` must lock it. */
  post(tx: Transaction, subjectId: string, held?: Held): Promise<Settled>;
}

/**
 * Posts once per key.
 *
 * A crash before the reservation commits leaves nothing. A crash after it leaves a pending row under a lease, which
 * reconciliation settles by a lookup at the loan system. The key stays claimed until then, so that a retry never
 * posts.
 */
export async function postRemotely<Prepared>(
  parts: PostingParts,
  principal: Principal,
  posting: RemotePosting<Prepared>,
): Promise<KeyedAnswer> {
  const { db, clock, logger, gate } = parts;
  const known = await readKey(db, principal, posting.request);
  if (known !== undefined && known.kind !== 'proceed') return laterAnswer(known, posting.paymentIdOf);
  const prepared = await posting.prepare();
  const found = prepared && posting.foundBefore(prepared);
  if (found !== undefined) return takenUp(parts, principal, posting, found);

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
    // Nothing was sent, but the key now belongs to this body: another body is a conflict, even after this 503.
    await release(tx, principal, { ...posting.request, subjectId: decision.subjectId });
    return { decision } as const;
  };
  const claimed = await gate.pass(posting.accountId, reserve).catch(async (error: unknown) => {
    if (prepared !== undefined && error instanceof Problem && error.status < 500) {
      const earlier = await posting.findAfterRefusal(error, prepared);
      if (earlier.kind === 'unavailable') throw new Problem('posting_unavailable', {}, undefined, { cause: error });
      if (earlier.value !== 'absent') return { earlier: earlier.value } as const;
    }
    // It is unknown whether the reservation was committed, but certain that nothing was posted. If it was committed,
    // reconciliation fails it.
    throw isLostCommit(error) ? new Problem('posting_unavailable', {}, undefined, { cause: error }) : error;
  });
  if ('earlier' in claimed) return takenUp(parts, principal, posting, claimed.earlier);
  if (claimed.decision.kind !== 'proceed') return laterAnswer(claimed.decision, posting.paymentIdOf);
  const { subjectId } = claimed.decision;
  if (claimed.reserved === undefined || prepared === undefined) throw new Problem('posting_unavailable');

  // A process that was suspended past its time to send must not send: reconciliation may have looked the posting up
  // already.
  const inTime = performance.now() - began < SEND_WITHIN_MS;
  const outcome: PostingOutcome = inTime ? await posting.send(subjectId, prepared) : { kind: 'unreachable' };
  const settling = { settle: () => gate.pass(posting.accountId, () => posting.settle(subjectId, outcome)) };
  return firstAnswer(await settled(settling, subjectId, outcome, claimed.reserved, logger));
}

/**
 * Records what an earlier request under the same key has posted, as one transaction and under the id that it had. The
 * database was restored to a time before that request.
 */
async function takenUp<Prepared>(
  { db, clock, gate }: PostingParts,
  principal: Principal,
  posting: RemotePosting<Prepared>,
  earlier: EarlierPosting,
): Promise<KeyedAnswer> {
  const claimAndTakeUp = async (tx: Transaction) => {
    const decision = await claimFor(tx, principal, posting.request, earlier.paymentId);
    if (decision.kind !== 'proceed') return { later: decision } as const;
    await recordOperatorAct(tx, clock, principal, posting.act(decision.subjectId));
    return { first: await posting.takeUp(tx, decision.subjectId, earlier) } as const;
  };
  const take = () => gate.pass(posting.accountId, () => db.transaction(claimAndTakeUp));
  const answer = await take().catch((error: unknown) => afterLostCommit(error, take));
  return 'later' in answer ? laterAnswer(answer.later, posting.paymentIdOf) : firstAnswer(answer.first);
}

/** A request that did not reach the loan system has released the key with an id that its client has not seen. */
async function claimFor(
  tx: Transaction,
  principal: Principal,
  request: KeyedRequest,
  id: string | undefined,
): Promise<Decision> {
  const decision = await claim(tx, principal, request, id ?? newId());
  if (id === undefined || decision.kind !== 'proceed' || decision.subjectId === id) return decision;
  await forget(tx, principal, { ...request, subjectId: decision.subjectId });
  return claim(tx, principal, request, id);
}

/**
 * Once something may have been sent, no failure of ours may look like "nothing was posted": the answer says that
 * the outcome is unknown, and reconciliation settles the reservation.
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
    logger.error({ err: error, posting_id: subjectId, outcome: outcome.kind }, 'an outcome could not be written');
    return currentState(reserved);
  }
}

/**
 * For an embedded loan system: requests that race for one key wait in `claim` until the first has committed, then
 * replay its answer.
 */
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
    const stands = await decideExisting(tx, principal, posting.request);
    // A commit now would leave a key that never gets an answer.
    if (stands.kind === 'in_progress' && stands.subjectId === freshId) throw new Error('no loan to post to');
    return stands;
  };
  const post = () => gate.pass(posting.accountId, () => db.transaction(claimAndPost));
  const answer = await post().catch((error: unknown) => afterLostCommit(error, post));
  return 'later' in answer ? laterAnswer(answer.later, posting.paymentIdOf) : firstAnswer(answer.first);
}

/** By then a restarted database is back, and a client that waits for its answer is still connected. */
const LOST_COMMIT_PATIENCE_MS = 5_000;
const LOST_COMMIT_PAUSE_MS = 100;

/**
 * The commit was sent but its answer was lost. As a client would, this sends the same request again under the same
 * key: it replays a committed answer, waits for one in progress, and otherwise posts. Until then, the outcome is
 * unknown.
 */
export async function afterLostCommit<T>(lost: unknown, again: () => Promise<T>): Promise<T> {
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
