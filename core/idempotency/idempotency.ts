import { requireClockAtRest } from '../business-time/business-clock.js';
import type { Queries, Transaction } from '../db/database.js';
import type { Principal } from '../principal/principal.js';
import type { KnownKey } from './client-keys.js';
import { type Decision, decide, type FinalAnswer, type KeptKey, type StoredAnswer } from './decision.js';
import {
  type AnswerColumns,
  answerOfSubject,
  claimKey,
  type Finish,
  findKey,
  findKeys,
  finishKey,
  forgetKey,
  type KeyRow,
  lockKey,
  reclaimKey,
  releaseKey,
} from './idempotency.store.js';

/** A request with its Idempotency-Key. */
export interface KeyedRequest extends KnownKey {
  readonly organizationId: string;
  readonly operation: string;
  readonly fingerprint: Buffer;
  /** How long the key is stored; 30 days by default. */
  readonly keptHours?: number;
}

/** The object of a key: the payment, the reversal. */
export type Subject = { readonly organizationId: string; readonly operation: string; readonly subjectId: string };

/** How long a key is stored. */
const KEPT_HOURS = 30 * 24;

/**
 * Claims a key inside the caller's transaction. When requests race for one key, the first proceeds and the others wait
 * here until it commits or rolls back; a rollback also undoes the claim.
 *
 * @param freshId - the subject id to use when the key is new.
 */
export async function claim(
  tx: Transaction,
  principal: Principal,
  request: KeyedRequest,
  freshId: string,
): Promise<Decision> {
  const claimed = await tx.first(principal, claimKey, claimParameters(request, freshId));
  return claimed === undefined ? decideExisting(tx, principal, request) : { kind: 'proceed', subjectId: freshId };
}

/** The parameters of the insert that claims a key. */
export function claimParameters(request: KeyedRequest, freshId: string) {
  const { organizationId, operation, key, earlierKeys, fingerprint, keptHours = KEPT_HOURS } = request;
  return { organizationId, operation, key, earlierKeys, fingerprint, keptHours, subjectId: freshId };
}

/** The decision for a key that could not be claimed. */
export async function decideExisting(tx: Transaction, principal: Principal, request: KeyedRequest): Promise<Decision> {
  const { fingerprint } = request;
  const existing = await tx.first(principal, lockKey, formsOf(request));
  if (existing === undefined) {
    await requireClockAtRest(tx, request.organizationId);
    return { kind: 'in_progress', subjectId: undefined };
  }
  const decision = decide(rowOf(existing), fingerprint);
  if (decision.kind !== 'proceed') return decision;
  const { organizationId, operation, key } = request;
  await requireClockAtRest(tx, organizationId);
  await tx.many(principal, reclaimKey, { organizationId, operation, key, subjectId: decision.subjectId });
  return decision;
}

/** Reads a key without claiming it, so that a replay needs no loan system. Undefined when the key is new. */
export async function readKey(
  queries: Queries,
  principal: Principal,
  request: KeyedRequest,
): Promise<Decision | undefined> {
  const existing = await queries.first(principal, findKey, formsOf(request));
  return existing && decide(rowOf(existing), request.fingerprint);
}

/** The final answer of a key, for a client that no longer has the body. Undefined while there is none. */
export async function answerOfKey(
  queries: Queries,
  principal: Principal,
  request: Pick<KeyedRequest, 'organizationId' | 'operation' | 'forms'>,
): Promise<StoredAnswer | undefined> {
  const { organizationId, operation, forms: keys } = request;
  const existing = await queries.first(principal, findKey, { organizationId, operation, keys });
  return existing && storedAnswer(existing);
}

/** Like `readKey`, for several keys of one operation, in one read. */
export async function readKeys(
  queries: Queries,
  principal: Principal,
  { organizationId, operation }: Omit<Subject, 'subjectId'>,
  known: readonly Pick<KnownKey, 'forms'>[],
): Promise<(request: KeyedRequest) => Decision | undefined> {
  const keys = known.flatMap(({ forms }) => forms);
  const found = await queries.many(principal, findKeys, { organizationId, operation, keys });
  const stored = new Map(found.map(({ key, ...row }) => [key, row]));
  return ({ forms, fingerprint }) => {
    const rows = forms.flatMap((form) => stored.get(form) ?? []);
    // The same order as in `keyFormOrderSql`.
    const existing = rows.find(({ state }) => state !== 'released') ?? rows[0];
    return existing && decide(rowOf(existing), fingerprint);
  };
}

function formsOf({ organizationId, operation, forms }: KeyedRequest) {
  return { organizationId, operation, keys: forms };
}

function rowOf({ fingerprint, state, subjectId, ...columns }: KeyRow): KeptKey {
  return { fingerprint, state, subjectId, answer: storedAnswer(columns) ?? null };
}

/** Makes `answer` the key's final one. Found by subject, because code that settles later does not know the key. */
export async function finish(
  tx: Transaction,
  principal: Principal,
  subject: Subject,
  answer: FinalAnswer,
): Promise<void> {
  await tx.many(principal, finishKey, { ...subject, ...storedForm(answer) });
}

/**
 * The final answer of a subject's key, for a process that finds the subject already settled. Undefined when there is
 * none yet.
 */
export async function answerOf(
  queries: Queries,
  principal: Principal,
  subject: Subject,
): Promise<StoredAnswer | undefined> {
  const found = await queries.first(principal, answerOfSubject, subject);
  return found && storedAnswer(found);
}

/** An answer in the form that the table stores. */
export function storedForm({ written: { status, body }, ...outcome }: FinalAnswer): Finish {
  return { outcome: JSON.stringify(outcome), answerStatus: status, answerBody: body };
}

/** A stored answer, written by any version. */
export function storedAnswer({ outcome, version, status, body }: AnswerColumns): StoredAnswer | undefined {
  if (outcome === null || status === null || body === null) return undefined;
  return { ...outcome, version, written: { status, body } };
}

/** Forgets a key that has no answer, as if it had never been claimed: another body may use it. */
export async function forget(tx: Transaction, principal: Principal, subject: Subject): Promise<void> {
  await tx.many(principal, forgetKey, subject);
}

/**
 * Releases a key when nothing was posted: the same body may be retried with the same subject id; another body is still
 * a conflict.
 */
export async function release(tx: Transaction, principal: Principal, subject: Subject): Promise<void> {
  await tx.many(principal, releaseKey, subject);
}
