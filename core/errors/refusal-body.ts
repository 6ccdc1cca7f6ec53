import { CATALOGUE, type ErrorCode } from './catalogue.js';
import type { ProblemFields, WrittenAnswer } from './problem.js';

/** The body of a refusal: its code, its message and its fields, `{"detail": {"error_code", "message", …fields}}`. */
export function refusalBody({ code, fields }: { readonly code: ErrorCode; readonly fields: ProblemFields }) {
  return { detail: { error_code: code, message: CATALOGUE[code].meaning, ...fields } };
}

/** A refusal as it is stored for an Idempotency-Key. */
export function writtenRefusal(code: ErrorCode, fields: ProblemFields): WrittenAnswer {
  return serializeAnswer(CATALOGUE[code].status, refusalBody({ code, fields }));
}

export function serializeAnswer(status: number, body: unknown): WrittenAnswer {
  return { status, body: JSON.stringify(body) };
}
