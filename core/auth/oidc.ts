import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { isReadable } from '../contract/stored-text.js';
import { Problem } from '../errors/problem.js';
import { isId } from '../ids/ids.js';
import type { Logger } from '../logging/logger.js';
import { OPERATOR_ROLES, type OperatorRole, type Principal } from '../principal/principal.js';
import type { Clock } from '../time/clock.js';
import { LONGEST_OPERATOR_TOKEN_SECONDS, operatorPrincipal } from './operator-token.js';

export interface OidcSource {
  /** OIDC_ISSUER: exactly as its discovery document and its tokens name it. */
  readonly issuer: string;
  /** OIDC_AUDIENCE: what its tokens for us are made out to. */
  readonly audience: string;
  /** OIDC_ROLES_CLAIM: the claim that lists roles; with dots it may lead into objects, as `realm_access.roles` does. */
  readonly rolesClaim: string;
  /** OIDC_ROLE_PREFIX: what stands before viewer, operator and admin in that claim. */
  readonly rolePrefix: string;
  /** OIDC_DEFAULT_ORGANIZATIONS: what a token reaches that does not list organizations. */
  readonly defaultOrganizations: 'none' | 'all';
  /** The issuer's published keys. */
  readonly keys: JWTVerifyGetKey;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The operator of a genuine token of the issuer; undefined for any other token. */
export type OidcOperators = (token: string) => Promise<Principal | undefined>;

/** Asymmetric only: a symmetric one would make the published keys the secret. */
export const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_SKEW_SECONDS = 30;
/** What issuers call their access tokens: as RFC 9068 says, as RFC 7519 says of any, or not at all. */
const ACCESS_TOKEN_TYPES = ['at+jwt', 'jwt'];

/**
 * Operators by the tokens of an OpenID Connect issuer, a day old at most. It is asked for its keys when they are first needed,
 * and never for a token that does not even claim to be of this issuer.
 */
export function oidcOperators(source: OidcSource): OidcOperators {
  return async (token) => {
    if (!claimsToBeOf(source.issuer, token)) return undefined;
    const payload = await genuine(token, source);
    return payload && operatorIn(payload, source);
  };
}

async function genuine(token: string, { issuer, audience, keys, clock }: OidcSource): Promise<JWTPayload | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: LONGEST_OPERATOR_TOKEN_SECONDS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(clock.now().epochMilliseconds),
    });
    return isForAccess(protectedHeader) ? payload : undefined;
  } catch (error) {
    if (isFaultOfTheToken(error)) return undefined;
    throw new Problem('service_unavailable');
  }
}

/** A token of another kind (of a logout, a security event) is signed by the same keys, for the same audience (RFC 8725 3.11). */
function isForAccess({ typ }: { readonly typ?: string }): boolean {
  return typ === undefined || ACCESS_TOKEN_TYPES.includes(typ.toLowerCase().replace(/^application\//, ''));
}

/** Anything else, an issuer that does not answer above all, says nothing about the token. */
export function isFaultOfTheToken(error: unknown): boolean {
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

/** Claims that say who somebody is and whom they reach: one that is not as it should be lets nobody in. */
const rights = z.object({
  // Two subjects that read the same would be one to whoever reads the audit log.
  sub: z.string().min(1).refine(isReadable),
  iss: z.string(),
  organization_ids: z
    .union([
      z
        .string()
        .refine(isId)
        .transform((only) => [only]),
      z.array(z.string().refine(isId)).min(1),
    ])
    .optional(),
});

/** Claims that are shown: what is no text is nobody's name. */
const DISPLAYED = ['name', 'preferred_username', 'email'] as const;

type OperatorSource = Pick<OidcSource, 'rolesClaim' | 'rolePrefix' | 'defaultOrganizations' | 'logger'>;

/** Nobody without one of our roles gets in; of several roles the highest counts. Who lists no organizations sees none, unless told. */
export function operatorIn(payload: object, source: OperatorSource): Principal | undefined {
  const claims = rights.safeParse(payload);
  if (!claims.success) {
    const wrong = [...new Set(claims.error.issues.map(({ path: [name] }) => String(name)))];
    source.logger.warn({ claims: wrong }, 'an operator is not let in: these claims are not what they should be');
    return undefined;
  }
  const role = highestOf(claimAt(payload, source.rolesClaim), source.rolePrefix);
  if (role === undefined) return undefined;
  const { sub: subject, organization_ids, iss } = claims.data;
  const organizationIds = organization_ids ?? (source.defaultOrganizations === 'all' ? undefined : []);
  const name = DISPLAYED.map((each) => Reflect.get(payload, each)).find((value) => typeof value === 'string');
  return operatorPrincipal({ subject, role, organizationIds, issuer: iss, name });
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
