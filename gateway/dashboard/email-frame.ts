import type { RequestHandler } from 'express';
import { isCsrfTokenOf } from '../../core/auth/operator-sessions/session-cookie-and-csrf-format.js';
import { Problem } from '../../core/errors/problem.js';
import { readBody } from '../../core/http/front/body.js';
import { exchangeOf, type HostRoute } from '../../core/http/front/routed-host.js';
import type { BrowserSessionParts } from './browser-session.js';

/** Nothing in an email may run, load, or navigate: only its text, its own styles and embedded pictures are shown. */
const EMAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'sandbox',
  "frame-ancestors 'self'",
].join('; ');

/** The longest preview of the graph (500,000 characters), each of them written as `%E2%82%AC`. */
const MOST_BYTES = 4_600_000;

/** The token is checked first: a form that another site may have sent is not decoded. */
const FORM = /^csrf_token=([\w-]*)&html=([^&]*)$/;

/**
 * Returns a preview to the dashboard's page as a document of its own, under a policy that the page cannot have: a frame
 * filled by the page would inherit the page's policy, which allows no style of an email. A browser cannot send a header
 * with a frame, so the form contains the CSRF token.
 */
export function emailFrameRoute({ sessions, cookies }: BrowserSessionParts): HostRoute {
  const show: RequestHandler = async (request, response) => {
    const value = cookies.session.of(request);
    if (value === undefined) throw new Problem('missing_token');
    const session = await sessions.of(value);
    if (session === undefined) throw new Problem('invalid_token');
    exchangeOf(response).principal = session.principal;
    const body = await readBody(request, MOST_BYTES, ['application/x-www-form-urlencoded']);
    const [, token = '', html = ''] = FORM.exec(body?.text ?? '') ?? [];
    if (!isCsrfTokenOf(value, token)) throw new Problem('csrf_token_invalid');
    const email = decoded(html);
    response.setHeader('Content-Security-Policy', EMAIL_POLICY);
    response.type('html').end(email);
  };
  return { method: 'POST', path: '/email-frame', handlers: [show] };
}

/** @throws {Problem} `malformed_request` */
function decoded(field: string): string {
  try {
    return decodeURIComponent(field.replaceAll('+', ' '));
  } catch {
    throw new Problem('malformed_request');
  }
}
