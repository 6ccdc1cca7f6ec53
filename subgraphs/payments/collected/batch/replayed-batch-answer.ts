import { z } from 'zod';
import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import type { Decision } from '../../../../core/idempotency/decision.js';
import { storedResource } from '../../../../core/idempotency/stored-resource.js';

/** Result of a keyed write on a batch. */
export interface KeyedBatch {
  readonly batchId: string;
  /** The bytes of the API's answer. */
  readonly answer: WrittenAnswer;
  /** Whether this answers an earlier request with the same key. */
  readonly replayed: boolean;
}

/** @throws {Problem} as `storedResource` */
export function replayedBatch(decision: Exclude<Decision, { kind: 'proceed' }>): KeyedBatch {
  const { resource, written } = storedResource(decision);
  return { batchId: keptBatch.parse(resource).id, answer: written, replayed: true };
}

const keptBatch = z.object({ id: z.string() });
