import { z } from 'zod';
import { operatorWithRoles, type Principal } from '../principal/principal.js';
import { ROLE_NAMES, type RoleName, roleNamed, scopesOfRole } from '../principal/roles.js';
import type { OperatorTokenDirectory } from './operator-tokens/cached-token-directory.js';
import type { TokenKeys, TokenKind } from './token-keys.js';

/** Default lifetime of an operator's token, in seconds: a working day. */
export const OPERATOR_TOKEN_SECONDS = 12 * 3600;
/** A day is how long a lost token that is not missed stays valid. */
export const LONGEST_OPERATOR_TOKEN_SECONDS = 24 * 3600;

const OPERATOR_TOKEN: TokenKind = { type: 'operator+jwt', audience: 'tributary-operators' };

export interface OperatorTokenRequest {
  /** The token's user, as the audit log shows it. */
  readonly subject: string;
  /** At each of `organizationIds`. */
  readonly role: RoleName;
  /** Empty or left out: every organization, unless `rolesAt` names some. */
  readonly organizationIds?: readonly string[];
  /** By organization: the role where it is another one. */
  readonly rolesAt?: Readonly<Record<string, RoleName>> | undefined;
  readonly lifetimeSeconds?: number;
}

export interface NewOperatorToken extends OperatorTokenRequest {
  /** Id of the record by which it can be revoked. */
  readonly id: string;
}

/** Signs a bearer token for the explorer and admin access. It is accepted only while its record exists. */
export function signOperatorToken(keys: TokenKeys, request: NewOperatorToken): Promise<string> {
  const allowlist = request.organizationIds ?? [];
  const claims = {
    sub: request.subject,
    jti: request.id,
    role: request.role,
    ...(allowlist.length > 0 && { organization_ids: allowlist }),
  };
  return keys.sign(OPERATOR_TOKEN, claims, request.lifetimeSeconds ?? OPERATOR_TOKEN_SECONDS);
}

export interface OperatorTokensParts {
  readonly keys: TokenKeys;
  readonly directory: Pick<OperatorTokenDirectory, 'validToken'>;
}

/**
 * The operator of a genuine, unexpired operator's token that has not been revoked; undefined for anything else.
 *
 * @throws {Problem} `service_unavailable` when its record cannot be looked up.
 */
export async function operatorOf(
  { keys, directory }: OperatorTokensParts,
  token: string,
): Promise<Principal | undefined> {
  const parsed = claimsSchema.safeParse(await keys.verify(OPERATOR_TOKEN, token));
  if (!parsed.success) return undefined;
  const record = await directory.validToken(parsed.data.jti);
  if (record === undefined || record.sessionHash !== null) return undefined;
  const { sub, jti, role, organization_ids, iss } = parsed.data;
  const { organizationRoles } = record;
  const rights = { role, organizationIds: organization_ids, organizationRoles };
  return operatorPrincipal({ ...rights, subject: sub, issuer: iss, recordId: jti });
}

/** An operator as a principal; without an allowlist, for every organization. */
export function operatorPrincipal({
  subject,
  role,
  organizationIds,
  organizationRoles = [],
  issuer,
  name,
  recordId,
  authenticatedAt,
}: {
  readonly subject: string;
  readonly role: RoleName;
  readonly organizationIds?: readonly string[] | undefined;
  /** The role at each of `organizationIds`, in their order; empty: `role`. */
  readonly organizationRoles?: readonly RoleName[];
  readonly issuer: string;
  readonly name?: string | undefined;
  readonly recordId?: string;
  readonly authenticatedAt?: string;
}): Principal {
  const operator = {
    kind: 'operator',
    actor: subject,
    issuer,
    ...(name !== undefined && { name }),
    ...(recordId !== undefined && { recordId }),
    ...(authenticatedAt !== undefined && { authenticatedAt }),
  } as const;
  const everywhere = roleNamed(role);
  if (organizationIds === undefined || organizationRoles.length === 0) {
    const scopes = scopesOfRole(everywhere);
    return { ...operator, organizationIds: organizationIds ?? 'all', scopes, role: everywhere };
  }
  // A list that does not fit gives no rights beyond a viewer's.
  const roles = organizationIds.map((id, index) => [id, roleNamed(organizationRoles[index] ?? 'viewer')] as const);
  return operatorWithRoles(operator, Object.fromEntries(roles));
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  jti: z.string(),
  iss: z.string(),
  role: z.enum(ROLE_NAMES),
  organization_ids: z.array(z.string()).min(1).optional(),
});
