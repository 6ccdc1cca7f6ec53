import { type ErrorCode, isErrorCode } from '../errors/catalogue.js';
import { Problem, type ProblemFields } from '../errors/problem.js';
import { writtenRefusal } from '../errors/written.js';
import type { FinalAnswer, StoredAnswer } from './decision.js';

type Refusal<Answer> = Extract<Answer, { kind: 'problem' }>;

/** A refusal that becomes its key's answer. */
export function finalRefusal(code: ErrorCode, fields: ProblemFields): Refusal<FinalAnswer> {
  return { kind: 'problem', code, fields, written: writtenRefusal(code, fields) };
}

/** The same as its key answers it, first and later: in the bytes that are kept, even of a code that nobody knows any more. */
export function keptRefusal(answer: Refusal<FinalAnswer | StoredAnswer>): Problem {
  const { code, fields, written } = answer;
  return new Problem(isErrorCode(code) ? code : 'servicing_rejected', fields, undefined, { answer: written });
}
