import type { WireAnswer } from '../loan-faults.js';

/** Fineract's errors: an outer code for the family, the specific ones inside. */

interface Particular {
  readonly code: string;
  readonly message?: string;
  readonly parameter?: string;
}

function failure(status: number, outer: string, ...particular: readonly Particular[]): WireAnswer {
  const errors = particular.map(({ code, message = code, parameter = 'id' }) => ({
    developerMessage: message,
    defaultUserMessage: message,
    userMessageGlobalisationCode: code,
    parameterName: parameter,
    args: [],
  }));
  const body = {
    developerMessage: 'The request was understood and not carried out.',
    httpStatusCode: String(status),
    defaultUserMessage: 'Not carried out.',
    userMessageGlobalisationCode: outer,
    ...(errors.length > 0 && { errors }),
  };
  return { status, body: JSON.stringify(body) };
}

export const invalid = (code: string, parameter: string): WireAnswer =>
  failure(400, 'validation.msg.validation.errors.exist', { code, parameter });

export const againstARule = (code: string): WireAnswer =>
  failure(403, 'validation.msg.domain.rule.violation', { code });

export const notFound = (code: string): WireAnswer => failure(404, 'error.msg.resource.not.found', { code });

export const locked = (): WireAnswer => failure(409, 'error.msg.loan.locked');

/** Another change of the same loan came first: rolled back, and stored under its key as the command's result. */
export const conflict = (): WireAnswer => failure(409, 'error.msg.platform.service.query.conflict');

/** A constraint of its database; also a key that is too long for its column. */
export const dataIntegrity = (): WireAnswer =>
  failure(403, 'error.msg.data.integrity.issue', { code: 'error.msg.data.integrity.issue' });

export const serverError = (): WireAnswer =>
  failure(500, 'error.msg.platform.server.side.error', { code: 'error.msg.platform.server.side.error' });

export const unavailable = (code: string): WireAnswer =>
  failure(503, 'error.msg.platform.service.unavailable', { code });

export const notAuthenticated = (): WireAnswer => failure(401, 'error.msg.not.authenticated');

export const notAuthorized = (message = 'User has no authority'): WireAnswer =>
  failure(403, 'error.msg.not.authorized', { code: 'error.msg.not.authorized', message });

/** What the web server in front of Fineract's own code answers: unknown paths, tenants and passwords. */
export const bare = (status: 400 | 401 | 404 | 405, path: string): WireAnswer => ({
  status,
  body: JSON.stringify({ timestamp: '2026-11-25T23:41:29.715Z', status, error: BARE_ERRORS[status], path }),
});

const BARE_ERRORS = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found', 405: 'Method Not Allowed' } as const;
/** The application server's response to an error that Fineract does not map. */
export const internalServerError = (): WireAnswer => ({
  status: 500,
  body: JSON.stringify({ timestamp: '2026-11-27T22:29:15.027Z', status: 500, error: 'Internal Server Error' }),
});
