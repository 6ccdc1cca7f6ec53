import { z } from 'zod';
import { OPERATOR_ROLES, type OperatorRole, type Principal } from './principal.js';
import { READ_SCOPES, SCOPES, type Scope } from './scopes.js';
import type { TokenKeys, TokenKind } from './token-keys.js';

/** Seconds that an operator's token lasts unless told otherwise: a working day. */
export const OPERATOR_TOKEN_SECONDS = 12 * 3600;
/** A token cannot be taken back: a day is how long one that was lost stays good. */
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

/** A bearer token for the dashboard, the explorer and admin access. It cannot be revoked but by rotating the keys. */
export function issueOperatorToken(keys: TokenKeys, request: OperatorTokenRequest): Promise<string> {
  const allowlist = request.organizationIds ?? [];
  const claims = {
    sub: request.subject,
    role: request.role,
    ...(allowlist.length > 0 && { organization_ids: allowlist }),
  };
  return keys.sign(OPERATOR_TOKEN, claims, request.lifetimeSeconds ?? OPERATOR_TOKEN_SECONDS);
}

/** The operator of a genuine, unexpired operator's token; undefined for anything else. */
export async function operatorOf(keys: TokenKeys, token: string): Promise<Principal | undefined> {
  const parsed = claimsSchema.safeParse(await keys.verify(OPERATOR_TOKEN, token));
  if (!parsed.success) return undefined;
  const { sub, role, organization_ids, iss } = parsed.data;
  return operatorPrincipal({ subject: sub, role, organizationIds: organization_ids, issuer: iss });
}

/** An operator as everything behind the edge sees one; without an allowlist, of every organization. */
export function operatorPrincipal({
  subject,
  role,
  organizationIds,
  issuer,
  name,
}: {
  readonly subject: string;
  readonly role: OperatorRole;
  readonly organizationIds?: readonly string[] | undefined;
  readonly issuer: string;
  readonly name?: string | undefined;
}): Principal {
  return {
    ...{ kind: 'operator', actor: subject, issuer, ...(name !== undefined && { name }) },
    ...{ organizationIds: organizationIds ?? 'all', scopes: scopesOf(role), role },
  };
}

function scopesOf(role: OperatorRole): readonly Scope[] {
  return role === 'viewer' ? READ_SCOPES : SCOPES;
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  iss: z.string(),
  role: z.enum(OPERATOR_ROLES),
  organization_ids: z.array(z.string()).min(1).optional(),
});
