import type { Request } from 'express';
import { isCsrfTokenOf } from '../../core/auth/operator-sessions/session-cookie-and-csrf-format.js';
import type { OperatorSession, OperatorSessions } from '../../core/auth/operator-sessions/sessions.js';
import { Problem } from '../../core/errors/problem.js';
import type { DashboardCookies } from './cookies.js';

export interface BrowserSessionParts {
  readonly sessions: OperatorSessions;
  readonly cookies: DashboardCookies;
}

export const CSRF_HEADER = 'X-CSRF-Token';

/**
 * The operator of a request's session cookie; undefined if the request has a bearer token instead, or none.
 *
 * @throws {Problem} `csrf_token_invalid` when another site may have sent it; `invalid_token` when the session has
 * ended.
 */
export async function browserSession(
  { sessions, cookies }: BrowserSessionParts,
  request: Request,
  onlyKnown = false,
): Promise<OperatorSession | undefined> {
  if (request.headers.authorization !== undefined) return undefined;
  const value = cookies.session.of(request);
  if (value === undefined) return undefined;
  const session = await sessions.of(value, onlyKnown);
  if (session === undefined) throw new Problem('invalid_token');
  if (!isCsrfTokenOf(value, request.get(CSRF_HEADER) ?? '')) throw new Problem('csrf_token_invalid');
  return session;
}
