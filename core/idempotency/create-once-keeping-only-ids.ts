import { z } from 'zod';
import type { Transaction } from '../db/database.js';
import { newId } from '../ids/ids.js';
import type { Principal } from '../principal/principal.js';
import type { ClientKeys } from './client-keys.js';
import { fingerprint } from './fingerprint.js';
import { claim, finish, type KeyedRequest } from './idempotency.js';
import { storedResource } from './stored-resource.js';

/** How long the key of such an operation is stored. */
const KEPT_HOURS = 24;

/** A keyed operation, in the same organization for every repetition. */
export interface ActRequest {
  readonly organizationId: string;
  readonly operation: string;
  /** Without a key, a repetition is another operation. */
  readonly idempotencyKey: string | null | undefined;
  /** The request of the key: the path's ids and the body. Without secrets, because a digest of it is stored. */
  readonly path: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Act<Kept, Answer> {
  readonly request: ActRequest;
  /** The stored result: ids. Never a secret or the answer. */
  readonly kept: z.ZodType<Kept>;
  /** @throws {Problem} to refuse: then nothing is stored, not even the key. */
  perform(tx: Transaction): Promise<{ readonly kept: Kept; readonly answer: Answer }>;
  /**
   * The answer to a repetition: the created object in its current state, with a secret only if that can be read back.
   *
   * @throws {Problem} when the object no longer exists or is out of the caller's reach
   */
  repeat(tx: Transaction, kept: Kept): Promise<Answer>;
}

export type ActAnswer<Answer> = Answer & {
  /** Whether this is the answer to an earlier request with the same key. */
  readonly replayed: boolean;
};

/**
 * Creates something once per key, in the caller's transaction: for operations whose answer shows a secret or is too
 * large to store.
 *
 * Unlike `writeOnce`, it stores only the ids of the result, not the answer. The key is claimed in the transaction that
 * creates the object: a process that dies before the commit has created nothing; after the commit, a repetition reads
 * the object. When two requests arrive at once, the second waits for the first. A key belongs to its caller: another
 * caller gets `idempotency_conflict` and sees no secret.
 *
 * @throws {Problem} `idempotency_conflict`, `idempotency_in_progress`, and errors of `perform` and `repeat`
 */
export async function createOnce<Kept, Answer extends object>(
  {
    tx,
    clientKeys,
    principal,
  }: { readonly tx: Transaction; readonly clientKeys: ClientKeys; readonly principal: Principal },
  { request, kept, perform, repeat }: Act<Kept, Answer>,
): Promise<ActAnswer<Answer>> {
  const keyed = keyedRequest(clientKeys, principal, request);
  if (keyed === undefined) return { ...(await perform(tx)).answer, replayed: false };
  const decision = await claim(tx, principal, keyed, newId());
  if (decision.kind !== 'proceed')
    return { ...(await repeat(tx, kept.parse(storedResource(decision).resource))), replayed: true };
  const done = await perform(tx);
  await storeResult(tx, principal, request, decision.subjectId, done.kept);
  return { ...done.answer, replayed: false };
}

/** The request in the form for the table of keys; undefined without a key. */
export function keyedRequest(
  clientKeys: ClientKeys,
  principal: Principal,
  { organizationId, operation, idempotencyKey, path, body }: ActRequest,
): KeyedRequest | undefined {
  if (idempotencyKey === null || idempotencyKey === undefined) return undefined;
  const mark = fingerprint([principal.kind, principal.actor, ...path], body);
  return { organizationId, operation, ...clientKeys.known(idempotencyKey), fingerprint: mark, keptHours: KEPT_HOURS };
}

/** Stores the result of an operation, without an answer: a repetition returns the object as it is then. */
export async function storeResult(
  tx: Transaction,
  principal: Principal,
  { organizationId, operation }: Pick<ActRequest, 'organizationId' | 'operation'>,
  subjectId: string,
  kept: unknown,
): Promise<void> {
  const written = { status: 200, body: '' };
  await finish(tx, principal, { organizationId, operation, subjectId }, { kind: 'resource', resource: kept, written });
}

/** The stored result of most operations: the id of the created object. */
export const keptId = z.object({ id: z.string() });
