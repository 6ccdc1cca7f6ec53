import { snakeCased } from '../../../../core/contract/snake-cased.js';
import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import { written } from '../../../../core/errors/written.js';
import type { PaymentMethodRow } from './payment-method.store.js';

/** A stored instrument as capturing it answers: as the document that reads one over REST; a test holds both together. */
export function writtenMethod({ organizationId: _, ...members }: PaymentMethodRow): WrittenAnswer {
  return written(201, snakeCased(members));
}
