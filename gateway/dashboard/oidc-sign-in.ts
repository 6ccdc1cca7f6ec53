import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import * as oidc from 'openid-client';
import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { type SessionRequest, SIGN_IN_REFUSALS } from '../../core/auth/operator-sessions/sessions.js';
import { OPERATOR_TOKEN_SECONDS } from '../../core/auth/operator-token.js';
import { verifiedEmailIn } from '../../core/auth/operators/identity.js';
import { nameIn } from '../../core/auth/verify-oidc-operator-tokens.js';
import { isReadable } from '../../core/contract/stored-text.js';
import type { Logger } from '../../core/logging/logger.js';
import type { Principal } from '../../core/principal/principal.js';
import { type IsoInstant, isoInstantAt } from '../../core/time/dates.js';
import type { SignInCookies } from './cookies.js';
import type { IssuerClient } from './issuer-client.js';
import { signOutHint } from './oidc-sign-out.js';
import { type IdTokenChecks, NotGenuine, verifiedIdToken } from './verify-id-token.js';

export interface OidcSignInSource extends IdTokenChecks {
  /** OIDC_ISSUER. */
  readonly issuer: string;
  readonly client: () => Promise<IssuerClient>;
  /** OIDC_SCOPE. */
  readonly scope: string;
  /** This host's public address for operators, without a trailing slash. */
  readonly dashboardUrl: string;
  /** The operator that claims describe; undefined for a person without a role in Tributary. */
  readonly operatorIn: (claims: object) => Principal | undefined;
  /** The operator of an access token, if the issuer issued it for Tributary. */
  readonly operatorOf: (token: string) => Promise<Principal | undefined>;
  /** Whether a person who was admitted by email has not signed in yet: only then is the address needed. */
  readonly isAnyoneAwaited: () => Promise<boolean>;
  readonly cookies: SignInCookies;
  /** Secrets that sign the cookies: the current one first, then earlier ones that are still valid. */
  readonly secrets: readonly string[];
  readonly logger: Logger;
}

/** Where a sign-in ends: at the requested page, or at a page that explains the failure. */
export type SignInEnd =
  | { readonly operator: SessionRequest; readonly leadsTo: string }
  | { readonly problem: SignInProblem; readonly leadsTo: string };

export const SIGN_IN_PROBLEMS = [
  'expired',
  'refused',
  'not_genuine',
  'issuer_unavailable',
  ...SIGN_IN_REFUSALS,
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

export interface OidcSignIn {
  /** Returns the issuer's address to continue at. */
  begin(request: Request, response: Response): Promise<string>;
  /** Receives the issuer's redirect, and exchanges its code for tokens. */
  finish(request: Request, response: Response): Promise<SignInEnd>;
}

/** How long a sign-in at the issuer may take. */
const SIGN_IN_SECONDS = 600;
const CALLBACK = '/session/oidc/callback';
/** Stored where the time is not known, in milliseconds since the epoch: never recent. */
const LONG_AGO = 0;

/** Without `again`: an ordinary sign-in, or one that a process of an earlier version began. */
const underWay = z.object({
  ...{ state: z.string(), nonce: z.string(), verifier: z.string(), returnTo: z.string() },
  again: z.boolean().optional(),
});
type UnderWay = z.infer<typeof underWay>;

/**
 * Sign-in with OpenID Connect: authorization code with PKCE (RFC 7636), state and nonce, exchanged on the server so
 * that no token reaches a script. The ID token's signature is verified with the issuer's keys. The state of a sign-in
 * is in a signed cookie of the browser that started it, one for each sign-in.
 */
export function oidcSignIn(source: OidcSignInSource): OidcSignIn {
  const { client, cookies, dashboardUrl, logger, secrets } = source;
  return {
    async begin(request, response) {
      const returnTo = ownPath(request.query['return_to'], dashboardUrl);
      const again = request.query['again'] !== undefined;
      try {
        const state = oidc.randomState();
        const nonce = oidc.randomNonce();
        const verifier = oidc.randomPKCECodeVerifier();
        const { main } = await client();
        const address = oidc.buildAuthorizationUrl(main, {
          ...{ redirect_uri: `${dashboardUrl}${CALLBACK}`, scope: source.scope, state, nonce },
          ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
          // An issuer must report `auth_time` only where `max_age` is sent (OpenID Connect Core 1.0, section 2). To sign in
          // again, the issuer's own session is not enough.
          ...(again ? { prompt: 'login', max_age: '0' } : { max_age: String(OPERATOR_TOKEN_SECONDS) }),
        });
        const value = sealed({ state, nonce, verifier, returnTo, again }, secrets[0] ?? '');
        cookies.set(request, response, state, value, SIGN_IN_SECONDS);
        return address.href;
      } catch (error) {
        logger.error({ err: error }, 'the OpenID Connect issuer does not answer');
        return problemPage('issuer_unavailable');
      }
    },

    async finish(request, response) {
      const begun = begunAs(request, source);
      if (begun === undefined) return failed('expired');
      cookies.clear(response, begun.state);
      try {
        const operator = await signedIn(await client(), begun, new URL(request.originalUrl, dashboardUrl), source);
        return { operator, leadsTo: ownPath(begun.returnTo, dashboardUrl) };
      } catch (error) {
        logger.warn({ err: error }, 'a sign-in at the OpenID Connect issuer did not succeed');
        return failed(problemOf(error));
      }
    },
  };
}

/** The person that the issuer identifies, with the rights that its claims name. */
async function signedIn(
  client: IssuerClient,
  begun: UnderWay,
  address: URL,
  source: OidcSignInSource,
): Promise<SessionRequest> {
  const { keys, clock, operatorOf, operatorIn, issuer } = source;
  const tokens = await oidc.authorizationCodeGrant(client.main, address, {
    ...{ expectedState: begun.state, expectedNonce: begun.nonce, pkceCodeVerifier: begun.verifier },
    idTokenExpected: true,
  });
  const { claims, idToken } = await verifiedIdToken(tokens, { keys, clock });
  const ofAccess = await operatorOf(tokens.access_token);
  if (ofAccess !== undefined && ofAccess.actor !== claims.sub)
    throw new NotGenuine('the access token belongs to another person than the ID token');
  const whole = ofAccess ? claims : await wholeClaims(client, tokens.access_token, claims, operatorIn);
  const operator = ofAccess ?? operatorIn(whole);
  return {
    ...{ subject: claims.sub, issuer, displayName: operator?.name ?? nameIn(whole), claimed: rightsOf(operator) },
    // Two subjects that look the same could not be distinguished: such a person has no rights, and no record.
    ...(isReadable(claims.sub) && {
      person: { verifiedEmail: await emailIn(whole, client, tokens.access_token, claims.sub, source) },
    }),
    authenticatedAt: authenticatedAt(claims, begun, clock.now()),
    idToken: signOutHint(client, idToken),
  };
}

/** Requested from userinfo only where an admin expects a person by email: it is not needed otherwise. */
async function emailIn(
  claims: object,
  { userinfo }: IssuerClient,
  accessToken: string,
  subject: string,
  { isAnyoneAwaited }: OidcSignInSource,
): Promise<string | undefined> {
  const isKnown = Object.hasOwn(claims, 'email') && Object.hasOwn(claims, 'email_verified');
  const isAsked = !isKnown && userinfo.serverMetadata().userinfo_endpoint !== undefined && (await isAnyoneAwaited());
  return verifiedEmailIn(isAsked ? await oidc.fetchUserInfo(userinfo, accessToken, subject) : claims);
}

/**
 * When the issuer checked who the person is: long ago, if its own session was still open. Never in the future. An issuer
 * that does not report it may have asked for nothing, so that only a sign-in with `prompt=login` counts as recent then.
 */
function authenticatedAt({ auth_time: time }: oidc.IDToken, { again }: UnderWay, now: Temporal.Instant): IsoInstant {
  const reported = typeof time === 'number' && Number.isFinite(time) ? Math.max(0, time * 1_000) : undefined;
  const unreported = again === true ? now.epochMilliseconds : LONG_AGO;
  return isoInstantAt(new Date(Math.min(reported ?? unreported, now.epochMilliseconds)));
}

/**
 * Combines the claims of the ID token and of userinfo: some issuers leave roles, or the allowed organizations, out of
 * tokens. Userinfo is requested whenever one of them is missing, so that the access never exceeds what the issuer
 * states.
 */
async function wholeClaims(
  { userinfo }: IssuerClient,
  accessToken: string,
  claims: oidc.IDToken,
  operatorIn: OidcSignInSource['operatorIn'],
): Promise<object> {
  const isWhole = Object.hasOwn(claims, 'organization_ids') && operatorIn(claims) !== undefined;
  if (isWhole || userinfo.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await oidc.fetchUserInfo(userinfo, accessToken, claims.sub)), ...claims };
}

/** Error codes of the client library about the content of a response, not about whether the issuer can be reached. */
const NOT_GENUINE: readonly string[] = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
];

function problemOf(error: unknown): SignInProblem {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) return 'refused';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof NotGenuine || NOT_GENUINE.includes(code) ? 'not_genuine' : 'issuer_unavailable';
}

/** A person without access gets an explanation instead of empty pages. */
function rightsOf(operator: Principal | undefined): SessionRequest['claimed'] {
  if (operator?.role === undefined) return { refused: 'no_role' };
  const { role, roles: rolesAt, organizationIds } = operator;
  if (organizationIds !== 'all' && organizationIds.length === 0) return { refused: 'no_organization' };
  return { role, organizationIds: organizationIds === 'all' ? [] : organizationIds, rolesAt };
}

function failed(problem: SignInProblem): SignInEnd {
  return { problem, leadsTo: problemPage(problem) };
}

export function problemPage(problem: SignInProblem): string {
  return `/sign-in?problem=${problem}`;
}

/** Only a path of this host; any other address would send people who just signed in to a foreign site. */
function ownPath(wanted: unknown, dashboardUrl: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, dashboardUrl)) return '/';
  const { origin, pathname, search } = new URL(wanted, dashboardUrl);
  // A path with two leading slashes would be read as another host's name.
  return origin === new URL(dashboardUrl).origin && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}

/** The sign-in that a redirect belongs to, started in this browser. */
function begunAs(request: Request, { cookies, secrets }: OidcSignInSource): UnderWay | undefined {
  const { state } = request.query;
  if (typeof state !== 'string' || !/^[\w-]{20,100}$/.test(state)) return undefined;
  const begun = opened(cookies.of(request, state), secrets);
  return begun?.state === state ? begun : undefined;
}

function sealed(begun: UnderWay, secret: string): string {
  const text = Buffer.from(JSON.stringify(begun)).toString('base64url');
  return `${text}.${seal(text, secret).toString('base64url')}`;
}

function opened(value: string | undefined, secrets: readonly string[]): UnderWay | undefined {
  const [text = '', given = ''] = value?.split('.') ?? [];
  const shown = Buffer.from(given, 'base64url');
  const isOurs = secrets.some((secret) => {
    const own = seal(text, secret);
    return shown.length === own.length && timingSafeEqual(shown, own);
  });
  return isOurs ? underWay.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data : undefined;
}

/** Prefix that nothing else signed with this secret has. */
function seal(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update('dashboard sign-in:').update(text).digest();
}
