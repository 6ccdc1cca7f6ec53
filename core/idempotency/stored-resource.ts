import { Problem } from '../errors/problem.js';
import type { Decision } from './decision.js';
import { storedRefusal } from './stored-refusal.js';

type Replay = Extract<Decision, { kind: 'replay' }>['answer'];

/**
 * The stored resource of a key that was used before.
 *
 * @throws {Problem} `idempotency_conflict`, `idempotency_in_progress`, and the stored refusal
 */
export function storedResource(decision: Exclude<Decision, { kind: 'proceed' }>): Exclude<Replay, { kind: 'problem' }> {
  switch (decision.kind) {
    case 'conflict':
      throw new Problem('idempotency_conflict');
    case 'in_progress':
      throw new Problem('idempotency_in_progress');
    case 'replay':
      if (decision.answer.kind === 'problem') throw storedRefusal(decision.answer);
      return decision.answer;
  }
}
