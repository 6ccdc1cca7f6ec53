import { z } from 'zod';
import { Problem } from '../../../core/errors/problem.js';
import type { StoredAnswer } from '../../../core/idempotency/decision.js';

/** The operation that an Idempotency-Key of a card capture belongs to. */
export const CAPTURE_CARD = 'capture_card';

/** A stored instrument as it was answered: keys keep it as JSON, and it must still be this when it is read back. */
export const capturedMethod = z.object({
  id: z.string(),
  organizationId: z.string(),
  partyId: z.string(),
  instrumentType: z.string(),
  nickname: z.string().nullable(),
  holderName: z.string(),
  lastFour: z.string(),
  cardBrand: z.string().nullable(),
  expirationMonth: z.number().nullable(),
  expirationYear: z.number().nullable(),
  bankName: z.string().nullable(),
  isActive: z.boolean(),
});

/** @throws {Problem} the stored refusal: `card_declined` */
export function storedMethod(answer: StoredAnswer): z.infer<typeof capturedMethod> {
  if (answer.kind === 'problem') throw new Problem(answer.code, answer.fields);
  return capturedMethod.parse(answer.resource);
}
