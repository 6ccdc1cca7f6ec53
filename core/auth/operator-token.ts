import { z } from 'zod';
import { OPERATOR_ROLES, type OperatorRole, type Principal } from '../principal/principal.js';
import { READ_SCOPES, SCOPES, type Scope } from '../principal/scopes.js';
import type { OperatorTokenDirectory } from './operator-tokens/directory.js';
import type { TokenKeys, TokenKind } from './token-keys.js';

/** Seconds that an operator's token lasts unless told otherwise: a working day. */
export const OPERATOR_TOKEN_SECONDS = 12 * 3600;
/** A day is how long one that was lost, and not missed, stays good. */
export const LONGEST_OPERATOR_TOKEN_SECONDS = 24 * 3600;

const OPERATOR_TOKEN: TokenKind = { type: 'operator+jwt', audience: 'tributary-operators' };

export interface OperatorTokenRequest {
  /** Who the token is for: what audit shows. */
  readonly subject: string;
  readonly role: OperatorRole;
  /** Without it, or empty: every organization. */
  readonly organizationIds?: readonly string[];
  readonly lifetimeSeconds?: number;
}

export interface NewOperatorToken extends OperatorTokenRequest {
  /** Of the record by which it can be revoked. */
  readonly id: string;
}

/** Signs a bearer token for the explorer and admin access. It opens nothing without its record. */
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
  readonly directory: Pick<OperatorTokenDirectory, 'living'>;
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
  const record = await directory.living(parsed.data.jti);
  if (record === undefined || record.sessionHash !== null) return undefined;
  const { sub, jti, role, organization_ids, iss } = parsed.data;
  return operatorPrincipal({ subject: sub, role, organizationIds: organization_ids, issuer: iss, recordId: jti });
}

/** An operator as everything behind the edge sees one; without an allowlist, of every organization. */
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
