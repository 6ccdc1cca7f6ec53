import { z } from 'zod';
import type { Transaction } from '../db/database.js';
import { newId } from '../ids/ids.js';
import type { Principal } from '../principal/principal.js';
import type { ClientKeys } from './client-keys.js';
import { fingerprint } from './fingerprint.js';
import { claim, finish, type KeyedRequest } from './idempotency.js';
import { keptResource } from './kept-resource.js';

/** How long the key of such an act is remembered. */
const KEPT_HOURS = 24;

/** An act by one key, in an organization that a repetition finds again. */
export interface ActRequest {
  readonly organizationId: string;
  readonly operation: string;
  /** Without one, a repetition is another act. */
  readonly idempotencyKey: string | null | undefined;
  /** What the key stands for: the path's ids and the body. Without secrets, for a digest of it is kept. */
  readonly path: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Act<Kept, Answer> {
  readonly request: ActRequest;
  /** What is kept of the act: ids. Never a secret, nor the answer. */
  readonly kept: z.ZodType<Kept>;
  /** @throws {Problem} to refuse: then nothing is kept, the key neither. */
  perform(tx: Transaction): Promise<{ readonly kept: Kept; readonly answer: Answer }>;
  /**
   * The answer to a repetition, read from what the act made, as it is now: with a secret only where it may be read back.
   *
   * @throws {Problem} where that is gone, or out of the caller's reach by now
   */
  repeat(tx: Transaction, kept: Kept): Promise<Answer>;
}

export type ActAnswer<Answer> = Answer & {
  /** Whether this answers an earlier request with the same key. */
  readonly replayed: boolean;
};

/**
 * Makes something once per key, in the caller's transaction: for acts whose answer shows a secret, or is too large to be kept.
 *
 * In contrast to `writeOnce` no answer is kept, only what it was about. The key is claimed in the transaction that makes the thing:
 * a process that dies before the commit has made nothing, and after it a repetition reads what was made. Of two requests at the same
 * moment the second waits for the first. A key is its caller's own: another caller gets `idempotency_conflict`, and sees no secret.
 *
 * @throws {Problem} `idempotency_conflict`, `idempotency_in_progress`, and what `perform` and `repeat` throw
 */
export async function actOnce<Kept, Answer extends object>(
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
    return { ...(await repeat(tx, kept.parse(keptResource(decision).resource))), replayed: true };
  const done = await perform(tx);
  await keepAct(tx, principal, request, decision.subjectId, done.kept);
  return { ...done.answer, replayed: false };
}

/** The request as the table of keys knows it; undefined without a key. */
export function keyedRequest(
  clientKeys: ClientKeys,
  principal: Principal,
  { organizationId, operation, idempotencyKey, path, body }: ActRequest,
): KeyedRequest | undefined {
  if (idempotencyKey === null || idempotencyKey === undefined) return undefined;
  const mark = fingerprint([principal.kind, principal.actor, ...path], body);
  return { organizationId, operation, ...clientKeys.known(idempotencyKey), fingerprint: mark, keptHours: KEPT_HOURS };
}

/** Keeps what an act made. There are no bytes to keep: a repetition is answered with what is there then. */
export async function keepAct(
  tx: Transaction,
  principal: Principal,
  { organizationId, operation }: Pick<ActRequest, 'organizationId' | 'operation'>,
  subjectId: string,
  kept: unknown,
): Promise<void> {
  const written = { status: 200, body: '' };
  await finish(tx, principal, { organizationId, operation, subjectId }, { kind: 'resource', resource: kept, written });
}

/** What most acts keep: what they made. */
export const keptId = z.object({ id: z.string() });
