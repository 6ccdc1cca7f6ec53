import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { ALGORITHMS } from '../../core/auth/oidc.js';
import type { SessionRequest } from '../../core/auth/operator-sessions/sessions.js';
import type { Principal } from '../../core/auth/principal.js';
import type { Clock } from '../../core/clock.js';
import type { Logger } from '../../core/logger.js';
import type { SignInCookies } from './cookies.js';

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
  readonly cookies: SignInCookies;
  /** What signs the cookies; the first one, and earlier ones that still hold. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Where a sign-in ends: at the page that somebody wanted, or at the one that says why not. */
export type SignInEnd =
  | { readonly operator: SessionRequest; readonly leadsTo: string }
  | { readonly problem: SignInProblem; readonly leadsTo: string };

export type SignInProblem =
  | 'expired'
  | 'refused'
  | 'not_genuine'
  | 'issuer_unavailable'
  | 'no_role'
  | 'no_organization';

export interface OidcSignIn {
  /** Answers the issuer's address at which to go on. */
  begin(request: Request, response: Response): Promise<string>;
  /** Takes what the issuer sent back, and asks it for the tokens. */
  finish(request: Request, response: Response): Promise<SignInEnd>;
}

/** How long somebody may take at the issuer. */
const SIGN_IN_SECONDS = 600;
const ISSUER_TIMEOUT_SECONDS = 10;
/** An ID token is made when its code is exchanged; clocks differ. */
const ID_TOKEN_SECONDS = { old: 600, ahead: 60 };
const CALLBACK = '/session/oidc/callback';

const underWay = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), returnTo: z.string() });
type UnderWay = z.infer<typeof underWay>;

/**
 * Signing in by OpenID Connect: authorization code with PKCE (RFC 7636), state and nonce, exchanged here, so that no token ever
 * reaches a script. The ID token's signature is verified by the issuer's keys. What is under way lies in a signed cookie of the browser
 * that began it, one for each sign-in, and of no other.
 */
export function oidcSignIn(source: OidcSignInSource): OidcSignIn {
  const { cookies, dashboardUrl, logger, secrets } = source;
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
        const value = sealed({ state, nonce, verifier, returnTo }, secrets[0] ?? '');
        cookies.set(request, response, state, value, SIGN_IN_SECONDS);
        return address.href;
      } catch (error) {
        logger.error({ err: error }, 'the OpenID Connect issuer cannot be asked');
        return problemPage('issuer_unavailable');
      }
    },

    async finish(request, response) {
      const begun = begunAs(request, source);
      if (begun === undefined) return failed('expired');
      cookies.clear(response, begun.state);
      try {
        const operator = await signedIn(await client(), begun, new URL(request.originalUrl, dashboardUrl), source);
        return ended(operator, ownPath(begun.returnTo, dashboardUrl), source.issuer);
      } catch (error) {
        logger.warn({ err: error }, 'a sign-in at the OpenID Connect issuer did not succeed');
        return failed(problemOf(error));
      }
    },
  };
}

/** Exchanges the code, and answers whose the tokens are; undefined for whoever has no role of ours. */
async function signedIn(
  client: oidc.Configuration,
  begun: UnderWay,
  address: URL,
  { clock, operatorOf, operatorIn }: OidcSignInSource,
): Promise<Principal | undefined> {
  const tokens = await oidc.authorizationCodeGrant(client, address, {
    ...{ expectedState: begun.state, expectedNonce: begun.nonce, pkceCodeVerifier: begun.verifier },
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  const { alg = '' } = decodeProtectedHeader(tokens.id_token ?? '');
  if (claims === undefined || !ALGORITHMS.includes(alg)) throw new NotGenuine('the ID token is not signed by a key');
  const age = clock.now().epochMilliseconds / 1_000 - claims.iat;
  if (age > ID_TOKEN_SECONDS.old || age < -ID_TOKEN_SECONDS.ahead)
    throw new NotGenuine('the ID token is of another time');
  const ofAccess = await operatorOf(tokens.access_token);
  if (ofAccess !== undefined && ofAccess.actor !== claims.sub)
    throw new NotGenuine('the access token is somebody else’s than the ID token');
  return ofAccess ?? operatorIn(await wholeClaims(client, tokens.access_token, claims, operatorIn));
}

/**
 * What the ID token says, and what userinfo says besides: some issuers leave roles, or whom somebody may reach, out of tokens. It is asked
 * wherever one of them is missing, so that nobody reaches more than the issuer says anywhere.
 */
async function wholeClaims(
  client: oidc.Configuration,
  accessToken: string,
  claims: oidc.IDToken,
  operatorIn: OidcSignInSource['operatorIn'],
): Promise<object> {
  const isWhole = Object.hasOwn(claims, 'organization_ids') && operatorIn(claims) !== undefined;
  if (isWhole || client.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await oidc.fetchUserInfo(client, accessToken, claims.sub)), ...claims };
}

/** What the issuer sent is none of what it should be. */
class NotGenuine extends Error {
  override readonly name = 'NotGenuine';
}

/** Codes of the client library that say something of what was answered, and nothing of whether the issuer can be reached. */
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
  const configured = async (): Promise<oidc.Configuration> => {
    const plain = isPlain ? [oidc.allowInsecureRequests] : [];
    const options = { timeout: ISSUER_TIMEOUT_SECONDS, execute: plain };
    const server = (await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options)).serverMetadata();
    const client = new oidc.Configuration(server, clientId, undefined, authenticationAt(server, clientSecret));
    client.timeout = ISSUER_TIMEOUT_SECONDS;
    for (const execute of [...plain, oidc.enableNonRepudiationChecks]) execute(client);
    return client;
  };
  let known: Promise<oidc.Configuration> | undefined;
  return () => {
    known ??= configured().catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

/** In the body where the issuer takes it there; otherwise as every issuer must (RFC 6749 section 2.3.1). A public client shows nothing. */
function authenticationAt(server: oidc.ServerMetadata, secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const methods = server.token_endpoint_auth_methods_supported ?? [];
  return methods.includes('client_secret_post') ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
}

/** A path of this host; anything else would lead people who just signed in to a stranger. */
function ownPath(wanted: unknown, dashboardUrl: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, dashboardUrl)) return '/';
  const { origin, pathname, search } = new URL(wanted, dashboardUrl);
  // A path that begins with two slashes would be another host's name.
  return origin === new URL(dashboardUrl).origin && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}

/** The sign-in that what was sent back belongs to, begun in this browser. */
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

/** Nothing else that the secret signs begins so. */
function seal(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update('dashboard sign-in:').update(text).digest();
}
