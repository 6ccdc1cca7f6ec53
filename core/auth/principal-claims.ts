import { z } from 'zod';
import { type Principal } from '../principal/principal.js';
import { OPERATOR_ROLES, ROLE_NAMES, roleNamed, storedNameOf } from '../principal/roles.js';
import { SCOPES } from '../principal/scopes.js';

const claims = z.object({
  sub: z.string().min(1),
  kind: z.enum(['api_key', 'operator', 'system', 'anonymous']),
  organization_ids: z.union([z.literal('all'), z.array(z.string())]),
  scopes: z.array(z.enum(SCOPES)),
  role: z.enum(ROLE_NAMES).optional(),
  roles: z.record(z.string(), z.enum(OPERATOR_ROLES)).optional(),
  via: z.enum(['secure_host', 'command_line']).optional(),
  issuer: z.string().optional(),
  name: z.string().optional(),
  record_id: z.string().optional(),
  authenticated_at: z.string().optional(),
});

export type PrincipalClaims = z.infer<typeof claims>;

/** Writes a principal as the claims of an internal token. */
export function toClaims(principal: Principal): PrincipalClaims {
  return {
    sub: principal.actor,
    kind: principal.kind,
    organization_ids: principal.organizationIds === 'all' ? 'all' : [...principal.organizationIds],
    scopes: [...principal.scopes],
    ...(principal.role && { role: storedNameOf(principal.role) }),
    ...(principal.roles && { roles: principal.roles }),
    ...(principal.via && { via: principal.via }),
    ...(principal.issuer !== undefined && { issuer: principal.issuer }),
    ...(principal.name !== undefined && { name: principal.name }),
    ...(principal.recordId !== undefined && { record_id: principal.recordId }),
    ...(principal.authenticatedAt !== undefined && { authenticated_at: principal.authenticatedAt }),
  };
}

/** Reads the claims back; undefined when they describe no principal. */
export function fromClaims(candidate: unknown): Principal | undefined {
  const parsed = claims.safeParse(candidate);
  if (!parsed.success) return undefined;
  const { sub, kind, organization_ids, scopes, role, roles, via, issuer, name, record_id, authenticated_at } =
    parsed.data;
  return {
    ...{ kind, actor: sub, organizationIds: organization_ids, scopes },
    ...(role && { role: roleNamed(role) }),
    ...(roles && { roles }),
    ...(via && { via }),
    ...(issuer !== undefined && { issuer }),
    ...(name !== undefined && { name }),
    ...(record_id !== undefined && { recordId: record_id }),
    ...(authenticated_at !== undefined && { authenticatedAt: authenticated_at }),
  };
}
