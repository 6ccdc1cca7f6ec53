import type { WireAnswer } from '../loan-faults.js';

/** Fineract's errors: an outer code for the family, the specific ones inside. */

interface Particular {
  readonly code: string;
  readonly parameter?: string;
}

function failure(status: number, outer: string, ...particular: readonly Particular[]): WireAnswer {
  const body = {
    developerMessage: 'The request was understood and not carried out.',
    httpStatusCode: String(status),
    defaultUserMessage: 'Not carried out.',
    userMessageGlobalisationCode: outer,
    errors: particular.map(({ code, parameter = 'id' }) => ({
      developerMessage: code,
      defaultUserMessage: code,
      userMessageGlobalisationCode: code,
      parameterName: parameter,
      args: [],
    })),
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
export const conflict = (): WireAnswer => failure(409, 'error.msg.platform.service.lock.conflict');

export const serverError = (): WireAnswer =>
  failure(500, 'error.msg.platform.server.side.error', { code: 'error.msg.platform.server.side.error' });

export const unavailable = (code: string): WireAnswer =>
  failure(503, 'error.msg.platform.service.unavailable', { code });

export const notAuthenticated = (): WireAnswer => failure(401, 'error.msg.not.authenticated');

export const notAuthorized = (): WireAnswer =>
  failure(403, 'error.msg.not.authorized', { code: 'error.msg.not.authorized' });

export const unknownTenant = (): WireAnswer => failure(401, 'error.msg.invalid.tenant.identifier');

/** The servlet container's response for an unknown path or method. */
export const noSuchPath = (status: number): WireAnswer => ({
  status,
  body: `<!doctype html><html lang="en"><head><title>HTTP Status ${status}</title></head><body></body></html>`,
  headers: { 'content-type': 'text/html' },
});

/** The application server's response to an error that Fineract does not map. */
export const internalServerError = (): WireAnswer => ({
  status: 500,
  body: JSON.stringify({ timestamp: '2026-11-27T22:29:15.027Z', status: 500, error: 'Internal Server Error' }),
});
