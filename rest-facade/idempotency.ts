import { z } from 'zod';
import { idempotencyKey } from '../core/contract/checked.js';
import type { WrittenAnswer } from '../core/errors/problem.js';
import type { Answer } from './answer/answer.js';

/** Header of every write that may be repeated. */
export const idempotencyHeader = z.object({ 'Idempotency-Key': idempotencyKey });

/** A keyed write's answer as the graph keeps it. A header tells a replay from a first answer; the bytes do not. */
export function keptAnswer(kept: { readonly answer: WrittenAnswer; readonly replayed: boolean }): Answer {
  const { status, body: text } = kept.answer;
  return { status, text, ...(kept.replayed && { headers: { 'Idempotent-Replayed': 'true' } }) };
}
