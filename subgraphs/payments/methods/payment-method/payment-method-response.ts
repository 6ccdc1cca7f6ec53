import { snakeCased } from '../../../../core/contract/case-conversion.js';
import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import { serializeAnswer } from '../../../../core/errors/refusal-body.js';
import type { PaymentMethodRow } from './payment-method.store.js';

/** A stored instrument as the answer of its capture: the same document as a read over REST. A test compares both. */
export function writtenMethod({ organizationId: _, ...members }: PaymentMethodRow): WrittenAnswer {
  return serializeAnswer(201, snakeCased(members));
}
