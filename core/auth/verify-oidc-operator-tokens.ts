import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { isReadable } from '../contract/stored-text.js';
import { Problem } from '../errors/problem.js';
import { isId } from '../ids/ids.js';
import { type Principal } from '../principal/principal.js';
import { OPERATOR_ROLES, ROLE_NAMES, type RoleName, roleNamed } from '../principal/roles.js';
import type { ServiceParts } from '../service-parts.js';
import { LONGEST_OPERATOR_TOKEN_SECONDS, operatorPrincipal } from './operator-token.js';
import type { Admission, IdentifiedPerson } from './operators/admission.js';
import { verifiedEmailIn } from './operators/identity.js';

export interface OidcSource extends Pick<ServiceParts, 'clock' | 'logger'> {
  /** OIDC_ISSUER: exactly as in its discovery document and its tokens. */
  readonly issuer: string;
  /** OIDC_AUDIENCE: the audience of its tokens for us. */
  readonly audience: string;
  /** OIDC_ROLES_CLAIM: the claim that lists roles; dots may lead into objects, as in `realm_access.roles`. */
  readonly rolesClaim: string;
  /** OIDC_ROLE_PREFIX: the prefix of roles in that claim. */
  readonly rolePrefix: string;
  /** OIDC_DEFAULT_ORGANIZATIONS: the access of a token that lists no organizations. */
  readonly defaultOrganizations: 'none' | 'all';
  /** The issuer's published keys. */
  readonly keys: JWTVerifyGetKey;
  /** OIDC_ADMIT. */
  readonly admits: 'claims' | 'people';
  /** The record of a person, which decides in place of the claims; left out: claims decide. */
  readonly admissionOf?: (person: IdentifiedPerson) => Promise<Admission>;
}

/** The operator of a genuine token of the issuer; undefined for any other token. */
export type OidcOperators = (token: string) => Promise<Principal | undefined>;

/** Asymmetric only: with a symmetric one the published keys would be the secret. */
export const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_SKEW_SECONDS = 30;
/** The types that issuers give their access tokens: as in RFC 9068, as in RFC 7519 for any JWT, or none. */
const ACCESS_TOKEN_TYPES = ['at+jwt', 'jwt'];

/**
 * Authenticates operators by tokens of an OpenID Connect issuer, at most a day old. The issuer's keys are requested
 * when first needed, and never for a token that does not claim to be from this issuer.
 */
export function oidcOperators(source: OidcSource): OidcOperators {
  return async (token) => {
    if (!claimsToBeOf(source.issuer, token)) return undefined;
    const payload = await genuine(token, source);
    return payload && admittedOperator(payload, source);
  };
}

async function admittedOperator(payload: JWTPayload, source: OidcSource): Promise<Principal | undefined> {
  const byClaims = operatorIn(payload, source);
  const { sub: subject } = payload;
  if (source.admissionOf === undefined || subject === undefined || !isReadable(subject)) return byClaims;
  const { issuer } = source;
  const admission = await source.admissionOf({ issuer, subject, verifiedEmail: verifiedEmailIn(payload) });
  switch (admission.outcome) {
    case 'admitted': {
      const { name, role, organizationIds, organizationRoles } = admission.operator;
      const reach = { organizationIds: organizationIds.length > 0 ? organizationIds : undefined, organizationRoles };
      return operatorPrincipal({ subject, role, ...reach, issuer, name: nameIn(payload) ?? name });
    }
    case 'disabled':
      return undefined;
    case 'unknown':
      return source.admits === 'people' ? undefined : byClaims;
  }
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

/**
 * Tokens of other kinds (logout, security events) are signed with the same keys for the same audience (RFC 8725
 * 3.11).
 */
function isForAccess({ typ }: { readonly typ?: string }): boolean {
  return typ === undefined || ACCESS_TOKEN_TYPES.includes(typ.toLowerCase().replace(/^application\//, ''));
}

/** Any other error, above all an issuer that does not answer, is not evidence against the token. */
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

/** Claims about identity and access: if one is malformed, the token is refused. */
const rights = z.object({
  // Two subjects that look the same could not be distinguished in the audit log.
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

/** Claims for display only: any that is not text is ignored. */
const DISPLAYED = ['name', 'preferred_username', 'email'] as const;

type OperatorSource = Pick<OidcSource, 'rolesClaim' | 'rolePrefix' | 'defaultOrganizations' | 'logger'>;

/**
 * Requires one of our roles; the highest of several counts. A role counts at all organizations that the token lists, or
 * at one: `agent@ORGANIZATION`. A token that names no organization reaches none, unless configured otherwise.
 */
export function operatorIn(payload: object, source: OperatorSource): Principal | undefined {
  const claims = rights.safeParse(payload);
  if (!claims.success) {
    const wrong = [...new Set(claims.error.issues.map(({ path: [name] }) => String(name)))];
    source.logger.warn({ claims: wrong }, 'operator refused: these claims are malformed');
    return undefined;
  }
  const named = rolesIn(claimAt(payload, source.rolesClaim), source.rolePrefix);
  const { sub: subject, organization_ids, iss } = claims.data;
  const role = highestOf(named.everywhere);
  // A role at one organization is never widened to all.
  const isAll = organization_ids === undefined && source.defaultOrganizations === 'all' && named.at.size === 0;
  const listed = role === undefined ? [] : (organization_ids ?? []);
  const reached = [...new Set([...listed, ...named.at.keys()])];
  if (role === undefined && reached.length === 0) return undefined;
  const organizationIds = isAll ? undefined : reached;
  const organizationRoles = reached.map(
    (id) => highestOf([...(named.at.get(id) ?? []), ...(listed.includes(id) ? named.everywhere : [])]) ?? 'viewer',
  );
  const name = nameIn(payload);
  return operatorPrincipal({ subject, role: role ?? 'viewer', organizationIds, organizationRoles, issuer: iss, name });
}

/** The display name in claims. */
export function nameIn(payload: object): string | undefined {
  const found: unknown = DISPLAYED.map((each) => Reflect.get(payload, each)).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : undefined;
}

/** A claim with exactly this name comes before a path into objects: names may be addresses with dots. */
function claimAt(payload: object, name: string): unknown {
  if (Object.hasOwn(payload, name)) return Reflect.get(payload, name);
  return name
    .split('.')
    .reduce<unknown>(
      (claim, part) => (claim instanceof Object && Object.hasOwn(claim, part) ? Reflect.get(claim, part) : undefined),
      payload,
    );
}

interface NamedRoles {
  readonly everywhere: readonly RoleName[];
  /** By organization. */
  readonly at: ReadonlyMap<string, readonly RoleName[]>;
}

function rolesIn(claim: unknown, prefix: string): NamedRoles {
  const values: readonly unknown[] = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  const everywhere: RoleName[] = [];
  const at = new Map<string, RoleName[]>();
  for (const value of values) {
    if (typeof value !== 'string') continue;
    const [name, organizationId, ...more] = value.split('@');
    const role = ROLE_NAMES.find((each) => name === `${prefix}${each}`);
    if (role === undefined || more.length > 0) continue;
    if (organizationId === undefined) everywhere.push(role);
    else if (isId(organizationId)) at.set(organizationId, [...(at.get(organizationId) ?? []), role]);
  }
  return { everywhere, at };
}

function highestOf(names: readonly RoleName[]): RoleName | undefined {
  const roles = names.map(roleNamed);
  return OPERATOR_ROLES.findLast((role) => roles.includes(role));
}
