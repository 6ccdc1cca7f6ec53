import { z } from 'zod';
import { OPERATOR_ROLES, type OperatorRole, type Principal } from '../principal/principal.js';
import { READ_SCOPES, SCOPES, type Scope } from '../principal/scopes.js';
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
  readonly role: OperatorRole;
  /** Empty or left out: every organization. */
  readonly organizationIds?: readonly string[];
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
  return operatorPrincipal({ subject: sub, role, organizationIds: organization_ids, issuer: iss, recordId: jti });
}

/** An operator as a principal; without an allowlist, for every organization. */
export function operatorPrincipal({
  subject,
  role,
  organizationIds,
  issuer,
  name,
  recordId,
}: {
  readonly subject: string;
  readonly role: OperatorRole;
  readonly organizationIds?: readonly string[] | undefined;
  readonly issuer: string;
  readonly name?: string | undefined;
  readonly recordId?: string;
}): Principal {
  return {
    ...{
      kind: 'operator',
      actor: subject,
      issuer,
      ...(name !== undefined && { name }),
      ...(recordId !== undefined && { recordId }),
    },
    ...{ organizationIds: organizationIds ?? 'all', scopes: scopesOf(role), role },
  };
}

function scopesOf(role: OperatorRole): readonly Scope[] {
  return role === 'viewer' ? READ_SCOPES : SCOPES;
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  jti: z.string(),
  iss: z.string(),
  role: z.enum(OPERATOR_ROLES),
  organization_ids: z.array(z.string()).min(1).optional(),
});
