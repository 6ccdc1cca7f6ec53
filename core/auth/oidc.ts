import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import { Problem } from '../errors/problem.js';
import { isId } from '../ids.js';
import type { Logger } from '../logger.js';
import { operatorPrincipal } from './operator-token.js';
import { OPERATOR_ROLES, type OperatorRole, type Principal } from './principal.js';

export interface OidcSource {
  /** OIDC_ISSUER: exactly as its discovery document and its tokens name it. */
  readonly issuer: string;
  /** OIDC_AUDIENCE: what its tokens for us are made out to. */
  readonly audience: string;
  /** OIDC_ROLES_CLAIM: the claim that lists roles; with dots it may lead into objects, as `realm_access.roles` does. */
  readonly rolesClaim: string;
  /** OIDC_ROLE_PREFIX: what stands before viewer, operator and admin in that claim. */
  readonly rolePrefix: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The operator of a genuine token of the issuer; undefined for any other token. */
export type OidcOperators = (token: string) => Promise<Principal | undefined>;

/** Asymmetric only: a symmetric one would make the published keys the secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const CLOCK_SKEW_SECONDS = 30;
const ANSWERS_WITHIN_MS = 5_000;
/** After a failure, or for a key that is not known, the issuer is asked again after this long at the earliest. */
const COOLDOWN_MS = 30_000;
const KEYS_BELIEVED_MS = 600_000;

/**
 * Operators by the tokens of an OpenID Connect issuer. Its discovery document and its keys are read when they are first
 * needed, and never for a token that does not even claim to be of this issuer.
 */
export function oidcOperators(source: OidcSource): OidcOperators {
  const keysOf = remembered(() => remoteKeys(source.issuer));
  return async (token) => {
    if (!claimsToBeOf(source.issuer, token)) return undefined;
    const payload = await genuine(token, keysOf, source);
    return payload && operatorIn(payload, source);
  };
}

type Keys = ReturnType<typeof createRemoteJWKSet>;

async function genuine(
  token: string,
  keysOf: () => Promise<Keys>,
  { issuer, audience, clock, logger }: OidcSource,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, await keysOf(), {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(clock.now().epochMilliseconds),
    });
    return payload;
  } catch (error) {
    if (isFaultOfTheToken(error)) return undefined;
    logger.warn({ err: error }, 'the OpenID Connect issuer cannot be asked');
    throw new Problem('service_unavailable');
  }
}

/** Anything else, an issuer that does not answer above all, says nothing about the token. */
function isFaultOfTheToken(error: unknown): boolean {
  return [
    errors.JWTClaimValidationFailed,
    errors.JWTExpired,
    errors.JWTInvalid,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
  ].some((fault) => error instanceof fault);
}

function claimsToBeOf(issuer: string, token: string): boolean {
  try {
    return decodeJwt(token).iss === issuer && ALGORITHMS.includes(decodeProtectedHeader(token).alg ?? '');
  } catch {
    return false;
  }
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** @throws when the issuer does not answer, or its document is about another issuer (OpenID Connect Discovery 4.3). */
async function remoteKeys(issuer: string): Promise<Keys> {
  const answer = await fetch(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  if (!answer.ok) throw new Error(`the discovery document was answered with ${answer.status}`);
  const document = discovery.parse(await answer.json());
  if (document.issuer !== issuer) throw new Error(`the discovery document is about ${document.issuer}`);
  if (issuer.startsWith('https:') && !document.jwks_uri.startsWith('https:')) {
    throw new Error('the discovery document leads from https to http');
  }
  return createRemoteJWKSet(new URL(document.jwks_uri), {
    timeoutDuration: ANSWERS_WITHIN_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: KEYS_BELIEVED_MS,
  });
}

/** One read for all who wait for it; after a failure the next one comes once the cooldown is over. */
function remembered<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  let failedAt: number | undefined;
  return () => {
    const isOver = failedAt !== undefined && performance.now() - failedAt >= COOLDOWN_MS;
    if (reading !== undefined && !isOver) return reading;
    failedAt = undefined;
    reading = read();
    reading.catch(() => {
      failedAt = performance.now();
    });
    return reading;
  };
}

const operatorClaims = z.object({
  sub: z.string().min(1),
  iss: z.string(),
  organization_ids: z.array(z.string().refine(isId)).min(1).optional(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
});

/** Nobody without one of our roles gets in; of several roles the highest counts. */
function operatorIn(payload: JWTPayload, { rolesClaim, rolePrefix }: OidcSource): Principal | undefined {
  const claims = operatorClaims.safeParse(payload);
  const role = highestOf(claimAt(payload, rolesClaim), rolePrefix);
  if (!claims.success || role === undefined) return undefined;
  const { sub: subject, organization_ids: organizationIds, iss, name, preferred_username, email } = claims.data;
  return operatorPrincipal({ subject, role, organizationIds, issuer: iss, name: name ?? preferred_username ?? email });
}

/** A claim of exactly this name comes before a way into objects: names may be addresses, with dots. */
function claimAt(payload: object, name: string): unknown {
  if (Object.hasOwn(payload, name)) return Reflect.get(payload, name);
  return name
    .split('.')
    .reduce<unknown>(
      (claim, part) => (claim instanceof Object && Object.hasOwn(claim, part) ? Reflect.get(claim, part) : undefined),
      payload,
    );
}

function highestOf(claim: unknown, prefix: string): OperatorRole | undefined {
  const named = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return OPERATOR_ROLES.findLast((role) => named.includes(`${prefix}${role}`));
}
