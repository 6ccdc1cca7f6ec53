import { z } from 'zod';
import { dayKey, idempotencyKey } from '../core/contract/checked-write.js';
import type { WrittenAnswer } from '../core/errors/problem.js';
import type { Answer } from './answer/answer.js';

/** Header of every write that may be repeated. */
export const idempotencyHeader = z.object({ 'Idempotency-Key': idempotencyKey });

/** The header for writes whose key is optional and whose response is not stored. */
export const optionalIdempotencyHeader = z.object({ 'Idempotency-Key': dayKey.optional() });

/** Errors about a key. */
export const KEY_REFUSALS = ['idempotency_conflict', 'idempotency_in_progress'] as const;

/** The response to such a write: a header marks a replay, the body does not. */
export function actAnswer<Body extends object>(
  status: number,
  { replayed, ...body }: Body & { readonly replayed: boolean },
): Answer {
  return { status, body, ...(replayed && { headers: { 'Idempotent-Replayed': 'true' } }) };
}

/** A keyed write's response as the graph stored it. A header marks a replay; the bytes are the same. */
export function storedAnswer({ answer: { status, body: text }, replayed }: KeptAnswer): Answer {
  return { status, text, ...(replayed && { headers: { 'Idempotent-Replayed': 'true' } }) };
}

/**
 * The same for work that may take a while: while it is in progress (202), the response says where and when to poll.
 *
 * @param path - where such a resource is read; its id follows
 * @param member - the body's member with the id
 */
export function storedPendingAnswer(kept: KeptAnswer, path: string, member: string): Answer {
  const answer = storedAnswer(kept);
  if (answer.status !== 202) return answer;
  const body = z.looseObject({ [member]: z.string() }).parse(JSON.parse(kept.answer.body));
  return { ...answer, headers: { ...answer.headers, ...pendingHeaders(path, String(body[member])) } };
}

/** For a 202: where and when to poll for the outcome. */
export function pendingHeaders(path: string, id: string): Readonly<Record<string, string>> {
  return { Location: `${path}/${id}`, 'Retry-After': ASK_AFTER_SECONDS };
}

interface KeptAnswer {
  readonly answer: WrittenAnswer;
  readonly replayed: boolean;
}

/** The worker first checks the outcome of a posting after about the same time. */
const ASK_AFTER_SECONDS = '5';
