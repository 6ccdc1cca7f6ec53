import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import type { FinalAnswer, StoredAnswer } from '../../../../core/idempotency/decision.js';
import { keptRefusal } from '../../../../core/idempotency/kept-refusal.js';

/** The operation that an Idempotency-Key of a card capture belongs to. */
export const CAPTURE_CARD = 'capture_card';

/** What a capture's key is answered with, first and later. @throws {Problem} the kept refusal: `card_declined` */
export function capturedAnswer(answer: FinalAnswer | StoredAnswer): WrittenAnswer {
  if (answer.kind === 'problem') throw keptRefusal(answer);
  return answer.written;
}
