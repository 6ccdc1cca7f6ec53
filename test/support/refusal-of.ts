import { isErrorCode } from '../../core/errors/catalogue.js';
import type { ProblemFields } from '../../core/errors/problem.js';
import { refusalBody } from '../../core/errors/refusal-body.js';

/** The whole body of a refusal, messages included. */
export function refusalOf(code: string, fields: ProblemFields = {}) {
  if (!isErrorCode(code)) throw new Error(`there is no error ${code}`);
  return refusalBody({ code, fields });
}
