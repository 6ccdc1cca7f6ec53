import { z } from 'zod';
import { Problem, type WrittenAnswer } from '../../../core/errors/problem.js';
import type { Decision } from '../../../core/idempotency/decision.js';
import { keptRefusal } from '../../../core/idempotency/kept-refusal.js';

/** What a keyed write on a batch answers. */
export interface KeyedBatch {
  readonly batchId: string;
  /** The contract's bytes. */
  readonly answer: WrittenAnswer;
  /** Whether this answers an earlier request with the same key. */
  readonly replayed: boolean;
}

/** @throws {Problem} `idempotency_conflict`, `idempotency_in_progress` */
export function replayedBatch(decision: Exclude<Decision, { kind: 'proceed' }>): KeyedBatch {
  switch (decision.kind) {
    case 'conflict':
      throw new Problem('idempotency_conflict');
    case 'in_progress':
      throw new Problem('idempotency_in_progress');
    case 'replay':
      if (decision.answer.kind === 'problem') throw keptRefusal(decision.answer);
      return { batchId: keptBatch.parse(decision.answer.resource).id, answer: decision.answer.written, replayed: true };
  }
}

const keptBatch = z.object({ id: z.string() });
