import { type ErrorCode, isErrorCode } from '../errors/catalogue.js';
import { Problem, type ProblemFields } from '../errors/problem.js';
import { writtenRefusal } from '../errors/refusal-body.js';
import type { FinalAnswer, StoredAnswer } from './decision.js';

type Refusal<Answer> = Extract<Answer, { kind: 'problem' }>;

/** A refusal as its key's final answer. */
export function finalRefusal(code: ErrorCode, fields: ProblemFields): Refusal<FinalAnswer> {
  return { kind: 'problem', code, fields, written: writtenRefusal(code, fields) };
}

/** The `Problem` for a stored refusal: answered with the stored bytes, also when its code no longer exists. */
export function storedRefusal(answer: Refusal<FinalAnswer | StoredAnswer>): Problem {
  const { code, fields, written } = answer;
  return new Problem(isErrorCode(code) ? code : 'servicing_rejected', fields, undefined, { answer: written });
}
