import type { Principal } from '../auth/principal.js';
import type { Queries, Transaction } from '../db/database.js';
import { type Decision, decide, type StoredAnswer } from './decision.js';
import { answerOfSubject, claimKey, findKey, finishKey, lockKey, reclaimKey, releaseKey } from './idempotency.store.js';

/** What one Idempotency-Key of one client operation stands for. */
export interface KeyedRequest {
  readonly organizationId: string;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** How long the key is remembered; 30 days unless it says otherwise. */
  readonly keptHours?: number;
}

/** What a key stands for: the payment, the reversal. */
export type Subject = { readonly organizationId: string; readonly operation: string; readonly subjectId: string };

/** How long a key is remembered (DESIGN 5.1). */
const KEPT_HOURS = 30 * 24;

/**
 * Claims a key inside the caller's transaction. Of requests that race for one key, the first goes on and the others wait here
 * until it commits or rolls back; a roll-back takes the claim with it.
 *
 * @param freshId - the subject id to use when the key is new.
 */
export async function claim(
  tx: Transaction,
  principal: Principal,
  request: KeyedRequest,
  freshId: string,
): Promise<Decision> {
  const { fingerprint, keptHours = KEPT_HOURS, ...key } = request;
  const claimed = await tx.first(principal, claimKey, { ...key, fingerprint, subjectId: freshId, keptHours });
  if (claimed !== undefined) return { kind: 'proceed', subjectId: freshId };

  const existing = await tx.first(principal, lockKey, key);
  if (existing === undefined) return { kind: 'in_progress' };
  const decision = decide(existing, fingerprint);
  if (decision.kind === 'proceed') await tx.many(principal, reclaimKey, key);
  return decision;
}

/** Looks at a key without claiming it, so that a replay needs no loan system. Undefined: the key is new. */
export async function peek(
  queries: Queries,
  principal: Principal,
  request: KeyedRequest,
): Promise<Decision | undefined> {
  const { fingerprint, keptHours: _, ...key } = request;
  const existing = await queries.first(principal, findKey, key);
  return existing && decide(existing, fingerprint);
}

/** Makes `answer` the key's final one. By subject, because whoever settles later does not know the key. */
export async function finish(
  tx: Transaction,
  principal: Principal,
  subject: Subject,
  answer: StoredAnswer,
): Promise<void> {
  await tx.many(principal, finishKey, { ...subject, answer: storedForm(answer) });
}

/** The final answer of a subject's key, for whoever finds the subject settled by somebody else. Undefined: there is none yet. */
export async function answerOf(
  queries: Queries,
  principal: Principal,
  subject: Subject,
): Promise<StoredAnswer | undefined> {
  return (await queries.first(principal, answerOfSubject, subject))?.answer ?? undefined;
}

/** An answer as the table keeps it. */
export function storedForm(answer: StoredAnswer): string {
  return JSON.stringify(answer);
}

/** Nothing was posted: the same body may try again, under the same subject id; another body is still a conflict. */
export async function release(tx: Transaction, principal: Principal, subject: Subject): Promise<void> {
  await tx.many(principal, releaseKey, subject);
}
