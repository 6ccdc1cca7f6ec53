import type { ErrorCode } from '../../errors/catalogue.js';
import { Problem } from '../../errors/problem.js';
import { refusalBody } from '../../errors/written.js';

/** A refusal as it is sent. */
export interface Refusal {
  readonly status: number;
  readonly body: unknown;
  /** Instead of a body: the stored text of the first answer. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The envelope of every error: `{"detail": {"error_code", "message", …fields}}`, or for a 422 of validation `{"detail":
 * [items]}`. Equal problems give equal bytes, so another organization's object looks like a missing one.
 */
export function refusal(problem: Problem): Refusal {
  return {
    ...statusOf(problem),
    body: problem.issues === undefined ? refusalBody(problem) : { detail: problem.issues },
    ...(problem.answer && { text: problem.answer.body }),
  };
}

/** The same problem as a GraphQL answer: errors and no data. */
export function graphRefusal(problem: Problem): Refusal {
  return { ...statusOf(problem), body: { errors: [{ message: problem.message, extensions: problem.extensions }] } };
}

/** Hides the cause of a fault; the request id identifies it in the logs. */
export function internalError(requestId: string): Problem {
  return new Problem('internal_error', { request_id: requestId });
}

function statusOf(problem: Problem): Omit<Refusal, 'body'> {
  const { status, code, fields } = problem;
  const challenge = challengeOf(problem);
  if (challenge !== undefined) return { status, headers: { 'WWW-Authenticate': challenge } };
  if (code === 'unsupported_media_type' && typeof fields['accepts'] === 'string')
    return { status, headers: { Accept: fields['accepts'] } };
  const pause = PAUSES[code];
  return pause === undefined ? { status } : { status, headers: { 'Retry-After': pause } };
}

/**
 * Retry-After in seconds. A missing component, a first request's outcome and space in a queue may be available soon; a
 * loan system takes longer.
 */
const PAUSES: Readonly<Partial<Record<ErrorCode, string>>> = {
  idempotency_in_progress: '1',
  service_unavailable: '1',
  posting_unavailable: '5',
  too_many_uploads: '10',
};

/** RFC 6750 section 3: the scope that the request needs and the error code. */
function challengeOf({ code, fields }: Problem): string | undefined {
  if (code === 'insufficient_scope') {
    return fields['scope'] === undefined
      ? undefined
      : `Bearer realm="tributary", error="insufficient_scope", scope="${fields['scope']}"`;
  }
  const challenge = CHALLENGES[code];
  const { hint } = fields;
  return challenge === undefined || hint === undefined ? challenge : `${challenge}, error_description="${hint}"`;
}

/** RFC 6750 section 3; RFC 6749 section 5.2 for the token exchange. Webhook senders can use Basic or Bearer. */
const CHALLENGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  missing_token: 'Bearer realm="tributary"',
  invalid_token: 'Bearer realm="tributary", error="invalid_token"',
  invalid_signature: 'Basic realm="tributary", Bearer realm="tributary"',
  invalid_client: 'Basic realm="tributary", charset="UTF-8"',
};
