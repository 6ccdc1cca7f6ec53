import type { RequestHandler } from 'express';
import { isCsrfTokenOf } from '../../core/auth/operator-sessions/format.js';
import { Problem } from '../../core/errors/problem.js';
import { readBody } from '../../core/http/front/body.js';
import { exchangeOf, type HostRoute } from '../../core/http/front/routed.js';
import type { BrowserSessionParts } from './browser-session.js';

/** Nothing of an email runs, is fetched, or leads anywhere: what is left are its text, its own styles and pictures that are in it. */
const EMAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'sandbox',
  "frame-ancestors 'self'",
].join('; ');

/** The longest preview of the graph (500,000 characters), each of them written as `%E2%82%AC`. */
const MOST_BYTES = 4_600_000;

/** The token first: nothing is decoded of a form that another site may have sent. */
const FORM = /^csrf_token=([\w-]*)&html=([^&]*)$/;

/**
 * Shows the dashboard's page what it was answered as a preview, under a policy that the page itself cannot have: a frame that is
 * filled by the page would inherit the page's, which lets no style of an email in. A browser cannot send a frame a header, so
 * that the form has the token against forged requests.
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
