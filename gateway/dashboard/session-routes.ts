import type { Request, RequestHandler, Response } from 'express';
import { csrfTokenOf } from '../../core/auth/operator-sessions/session-cookie-and-csrf-format.js';
import type { SessionRequest, SignInRefusal } from '../../core/auth/operator-sessions/sessions.js';
import { OPERATOR_TOKEN_SECONDS } from '../../core/auth/operator-token.js';
import { Problem } from '../../core/errors/problem.js';
import { exchangeOf, type HostRoute } from '../../core/http/front/routed-host.js';
import type { Clock } from '../../core/time/clock.js';
import { type BrowserSessionParts, browserSession } from './browser-session.js';
import type { DemoSignIn } from './demo-sign-in.js';
import { type OidcSignIn, problemPage } from './oidc-sign-in.js';
import { type OidcSignOut, SIGN_OUT_PATH } from './oidc-sign-out.js';

export interface OidcRoutes {
  readonly signIn: OidcSignIn;
  readonly signOut: OidcSignOut;
}

export interface SessionRouteParts extends BrowserSessionParts {
  /** Set if operators sign in at an issuer. */
  readonly oidc?: OidcRoutes | undefined;
  /** Set if there is only demo data. */
  readonly demo?: DemoSignIn | undefined;
  readonly clock: Clock;
}

export const SESSION_PATH = '/session';
export const ACTIVITY_PATH = '/session/activity';

/** How operators sign in and out of the dashboard, and what its page may learn about the session. */
export function sessionRoutes(parts: SessionRouteParts): readonly HostRoute[] {
  const route = (method: 'GET' | 'POST', path: `/${string}`, handler: RequestHandler): HostRoute => ({
    ...{ method, path, handlers: [handler] },
  });
  const { demo, oidc } = parts;
  return [
    route('GET', SESSION_PATH, showSession(parts)),
    route('POST', '/session/end', ends(parts)),
    route('POST', ACTIVITY_PATH, notesActivity(parts)),
    ...(demo === undefined ? [] : [route('POST', '/session/demo', entersDemo(parts, demo))]),
    ...(oidc === undefined ? [] : oidcRoutes(parts, oidc)),
  ];
}

function oidcRoutes(parts: SessionRouteParts, { signIn, signOut }: OidcRoutes): readonly HostRoute[] {
  return [
    {
      method: 'GET',
      path: '/session/oidc',
      handlers: [async (request, response) => response.redirect(await signIn.begin(request, response))],
    },
    {
      method: 'GET',
      path: '/session/oidc/callback',
      handlers: [
        async (request, response) => {
          const end = await signIn.finish(request, response);
          const refusal = 'operator' in end ? await keep(parts, request, response, end.operator) : undefined;
          response.redirect(refusal === undefined ? end.leadsTo : problemPage(refusal));
        },
      ],
    },
    {
      method: 'GET',
      path: SIGN_OUT_PATH,
      handlers: [async (request, response) => response.redirect(await signOut.finish(request, response))],
    },
  ];
}

/** Also lists the ways to sign in; an ended session is no error here. */
function showSession(parts: SessionRouteParts): RequestHandler {
  const ways = [...(parts.oidc ? ['oidc'] : []), ...(parts.demo ? ['demo'] : [])];
  return async (request, response) => {
    const value = parts.cookies.session.of(request);
    const session = value === undefined ? undefined : await parts.sessions.of(value);
    if (value === undefined || session === undefined) {
      response.json({ signed_in: false, ways });
      return;
    }
    const { principal, displayName, role, expiresAt } = session;
    const endsIn = Math.min(Date.parse(expiresAt), session.idleAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY);
    response.json({
      signed_in: true,
      operator: {
        subject: principal.actor,
        issuer: principal.issuer ?? null,
        way: parts.oidc !== undefined && principal.issuer === parts.oidc.signOut.issuer ? 'oidc' : 'demo',
        name: displayName,
        role,
        // Where they differ: the role at each lender.
        roles: principal.roles ?? null,
        organization_ids: principal.organizationIds === 'all' ? null : principal.organizationIds,
      },
      csrf_token: csrfTokenOf(value),
      authenticated_at: principal.authenticatedAt,
      expires_at: expiresAt,
      // The browser's clock may be wrong. Without an act of the operator, the session ends earlier.
      expires_in_seconds: Math.max(0, Math.ceil((endsIn - parts.clock.now().epochMilliseconds) / 1_000)),
      ways,
    });
  };
}

/**
 * An ended session counts as success. If the provider has a session too, the response has the path at which the page
 * ends it; our own session has ended by then.
 */
function ends(parts: SessionRouteParts): RequestHandler {
  return async (request, response) => {
    const value = parts.cookies.session.of(request);
    const session = await sessionOrNone(parts, request);
    if (session !== undefined) await parts.sessions.end(session);
    parts.cookies.session.clear(response);
    const signOut = parts.oidc?.signOut;
    if (value !== undefined && signOut !== undefined && session?.principal.issuer === signOut.issuer) {
      response.json({ leads_to: signOut.begin(response, value) });
      return;
    }
    response.status(204).end();
  };
}

/**
 * The page reports acts of the person, at most every half minute. What it reads by itself does not count: otherwise a
 * page that is left open would never be idle.
 */
function notesActivity(parts: SessionRouteParts): RequestHandler {
  return async (request, response) => {
    const session = await browserSession(parts, request);
    if (session === undefined) throw new Problem('missing_token');
    await parts.sessions.noteActivity(session);
    response.status(204).end();
  };
}

async function sessionOrNone(parts: SessionRouteParts, request: Request) {
  try {
    return await browserSession(parts, request);
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_token') return undefined;
    throw error;
  }
}

function entersDemo(parts: SessionRouteParts, demo: DemoSignIn): RequestHandler {
  return async (request, response) => {
    const refusal = await keep(parts, request, response, await demo.enter(request));
    if (refusal !== undefined) throw new Problem('sign_in_refused');
    response.status(204).end();
  };
}

/**
 * Ends the session that this browser had before, because it could no longer be signed out of. Returns why there is no
 * session.
 */
async function keep(
  { sessions, cookies }: SessionRouteParts,
  request: Request,
  response: Response,
  operator: SessionRequest,
): Promise<SignInRefusal | undefined> {
  const earlier = cookies.session.of(request);
  const opened = await sessions.open(operator);
  if (opened.outcome === 'refused') return opened.refusal;
  const { value } = opened;
  const replaced = earlier === undefined ? undefined : await sessions.of(earlier);
  if (replaced !== undefined) await sessions.end(replaced);
  cookies.session.set(response, value, OPERATOR_TOKEN_SECONDS);
  exchangeOf(response).principal = (await sessions.of(value))?.principal;
  return undefined;
}
