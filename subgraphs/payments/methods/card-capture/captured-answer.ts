import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import type { FinalAnswer, StoredAnswer } from '../../../../core/idempotency/decision.js';
import { storedRefusal } from '../../../../core/idempotency/stored-refusal.js';

/** The operation that an Idempotency-Key of a card capture belongs to. */
export const CAPTURE_CARD = 'capture_card';

/** The first and every later answer of a capture's key. @throws {Problem} the stored refusal: `card_declined` */
export function capturedAnswer(answer: FinalAnswer | StoredAnswer): WrittenAnswer {
  if (answer.kind === 'problem') throw storedRefusal(answer);
  return answer.written;
}
