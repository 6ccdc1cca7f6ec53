import { z } from 'zod';
import { dayKey, idempotencyKey } from '../core/contract/checked.js';
import type { WrittenAnswer } from '../core/errors/problem.js';
import type { Answer } from './answer/answer.js';

/** Header of every write that may be repeated. */
export const idempotencyHeader = z.object({ 'Idempotency-Key': idempotencyKey });

/** The same of writes that may come without a key, and of which no answer is kept. */
export const optionalIdempotencyHeader = z.object({ 'Idempotency-Key': dayKey.optional() });

/** Refusals of a key. */
export const KEY_REFUSALS = ['idempotency_conflict', 'idempotency_in_progress'] as const;

/** The answer to such a write: the header tells a replay, the body does not. */
export function actAnswer<Body extends object>(
  status: number,
  { replayed, ...body }: Body & { readonly replayed: boolean },
): Answer {
  return { status, body, ...(replayed && { headers: { 'Idempotent-Replayed': 'true' } }) };
}

/** A keyed write's answer as the graph keeps it. A header tells a replay from a first answer; the bytes do not. */
export function keptAnswer({ answer: { status, body: text }, replayed }: KeptAnswer): Answer {
  return { status, text, ...(replayed && { headers: { 'Idempotent-Replayed': 'true' } }) };
}

/**
 * The same of what may go on for a while: as long as it does (202), the answer says where to ask, and when.
 *
 * @param path - where such a resource is read; its id follows
 * @param member - of the body, the id
 */
export function keptPendingAnswer(kept: KeptAnswer, path: string, member: string): Answer {
  const answer = keptAnswer(kept);
  if (answer.status !== 202) return answer;
  const body = z.looseObject({ [member]: z.string() }).parse(JSON.parse(kept.answer.body));
  return { ...answer, headers: { ...answer.headers, ...pendingHeaders(path, String(body[member])) } };
}

/** Of a 202: where and when to ask what became of it. */
export function pendingHeaders(path: string, id: string): Readonly<Record<string, string>> {
  return { Location: `${path}/${id}`, 'Retry-After': ASK_AFTER_SECONDS };
}

interface KeptAnswer {
  readonly answer: WrittenAnswer;
  readonly replayed: boolean;
}

/** The first look at what became of a posting comes about as soon. */
const ASK_AFTER_SECONDS = '5';
