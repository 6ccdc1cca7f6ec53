import type { Request, Response } from 'express';
import * as oidc from 'openid-client';
import { z } from 'zod';
import type { SessionRequest } from '../../core/auth/operator-sessions/sessions.js';
import type { Principal } from '../../core/auth/principal.js';
import type { Logger } from '../../core/logger.js';
import type { Cookie } from './cookies.js';

export interface OidcSignInSource {
  /** OIDC_ISSUER. */
  readonly issuer: string;
  /** OIDC_CLIENT_ID. */
  readonly clientId: string;
  /** OIDC_CLIENT_SECRET; a public client has none, and is known by PKCE alone. */
  readonly clientSecret?: string | undefined;
  /** OIDC_SCOPE. */
  readonly scope: string;
  /** The address by which operators know this host, without a slash at its end. */
  readonly dashboardUrl: string;
  /** Whose claims these are; undefined for whoever has no role of ours. */
  readonly operatorIn: (claims: object) => Principal | undefined;
  /** Whose access token this is, where the issuer made it out to us. */
  readonly operatorOf: (token: string) => Promise<Principal | undefined>;
  readonly cookie: Cookie;
  readonly logger: Logger;
}

/** Where a sign-in ends: at the page that somebody wanted, or at the one that says why not. */
export type SignInEnd =
  | { readonly operator: SessionRequest; readonly leadsTo: string }
  | { readonly problem: SignInProblem; readonly leadsTo: string };

export type SignInProblem = 'expired' | 'refused' | 'issuer_unavailable' | 'no_role' | 'no_organization';

export interface OidcSignIn {
  /** Answers the issuer's address at which to go on. */
  begin(request: Request, response: Response): Promise<string>;
  /** Takes what the issuer sent back, and asks it for the tokens. */
  finish(request: Request, response: Response): Promise<SignInEnd>;
}

/** How long somebody may take at the issuer. */
const SIGN_IN_SECONDS = 600;
const ISSUER_TIMEOUT_SECONDS = 10;
const CALLBACK = '/session/oidc/callback';

const underWay = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), returnTo: z.string() });
type UnderWay = z.infer<typeof underWay>;

/**
 * Signing in by OpenID Connect: authorization code with PKCE (RFC 7636), state and nonce, exchanged here, so that no token ever
 * reaches a script. What is under way lies in a cookie of the browser that began it, and of no other.
 */
export function oidcSignIn(source: OidcSignInSource): OidcSignIn {
  const { cookie, dashboardUrl, logger } = source;
  const client = discovered(source);
  return {
    async begin(request, response) {
      const returnTo = ownPath(request.query['return_to'], dashboardUrl);
      try {
        const state = oidc.randomState();
        const nonce = oidc.randomNonce();
        const verifier = oidc.randomPKCECodeVerifier();
        const address = oidc.buildAuthorizationUrl(await client(), {
          ...{ redirect_uri: `${dashboardUrl}${CALLBACK}`, scope: source.scope, state, nonce },
          ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
        });
        cookie.set(response, written({ state, nonce, verifier, returnTo }), SIGN_IN_SECONDS);
        return address.href;
      } catch (error) {
        logger.error({ err: error }, 'the OpenID Connect issuer cannot be asked');
        return problemPage('issuer_unavailable');
      }
    },

    async finish(request, response) {
      const begun = read(cookie.of(request));
      cookie.clear(response);
      if (begun === undefined) return failed('expired');
      try {
        const address = new URL(request.originalUrl, dashboardUrl);
        const tokens = await oidc.authorizationCodeGrant(await client(), address, {
          ...{ expectedState: begun.state, expectedNonce: begun.nonce, pkceCodeVerifier: begun.verifier },
          idTokenExpected: true,
        });
        const operator = (await source.operatorOf(tokens.access_token)) ?? source.operatorIn(tokens.claims() ?? {});
        return ended(operator, begun.returnTo, source.issuer);
      } catch (error) {
        const isRefusal = error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError;
        logger.warn({ err: error }, 'a sign-in at the OpenID Connect issuer did not succeed');
        return failed(isRefusal ? 'refused' : 'issuer_unavailable');
      }
    },
  };
}

/** Who reaches nothing is told so instead of being shown empty pages. */
function ended(operator: Principal | undefined, leadsTo: string, issuer: string): SignInEnd {
  if (operator?.role === undefined) return failed('no_role');
  const { actor: subject, name: displayName, role, organizationIds } = operator;
  if (organizationIds !== 'all' && organizationIds.length === 0) return failed('no_organization');
  const reach = organizationIds === 'all' ? [] : organizationIds;
  return { operator: { subject, displayName, role, organizationIds: reach, issuer }, leadsTo };
}

function failed(problem: SignInProblem): SignInEnd {
  return { problem, leadsTo: problemPage(problem) };
}

function problemPage(problem: SignInProblem): string {
  return `/sign-in?problem=${problem}`;
}

/** Asks for the discovery document when it is first needed, and again after a failure. */
function discovered({ issuer, clientId, clientSecret }: OidcSignInSource): () => Promise<oidc.Configuration> {
  const isPlain = issuer.startsWith('http:');
  let known: Promise<oidc.Configuration> | undefined;
  return () => {
    known ??= oidc
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: ISSUER_TIMEOUT_SECONDS,
        ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
      })
      .catch((error) => {
        known = undefined;
        throw error;
      });
    return known;
  };
}

/** A path of this host; anything else would lead people who just signed in to a stranger. */
function ownPath(wanted: unknown, dashboardUrl: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, dashboardUrl)) return '/';
  const { origin, pathname, search } = new URL(wanted, dashboardUrl);
  // A path that begins with two slashes would be another host's name.
  return origin === new URL(dashboardUrl).origin && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}

function written(begun: UnderWay): string {
  return Buffer.from(JSON.stringify(begun)).toString('base64url');
}

function read(value: string | undefined): UnderWay | undefined {
  if (value === undefined) return undefined;
  try {
    return underWay.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
