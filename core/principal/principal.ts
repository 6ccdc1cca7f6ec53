import { type Missing, Problem } from '../errors/problem.js';
import { isId } from '../ids/ids.js';
import { isAtLeast, lowestRole, type OperatorRole, scopesOfRole } from './roles.js';
import type { Scope } from './scopes.js';

/** An operator's roles, by the id of the organization. */
export type RolesByOrganization = Readonly<Record<string, OperatorRole>>;

/** The authenticated caller. Built once, at the edge; all other code trusts only this. */
export interface Principal {
  readonly kind: 'api_key' | 'operator' | 'system' | 'anonymous';
  /** The key's prefix, or the operator's subject; shown in logs, the audit log and `reversed_by`. */
  readonly actor: string;
  /**
   * For an operator, if the token has it: the issuer of the subject. Two issuers may use one subject for two people.
   */
  readonly issuer?: string;
  /** For an operator, if the token has it: a display name, for subjects that are not readable. */
  readonly name?: string;
  /**
   * For an operator with a token or session created by Tributary: the id of its record, which shows whether it has been
   * revoked.
   */
  readonly recordId?: string;
  /** For an operator with a browser session: when the person last proved who they are. See `requireRecentSignIn`. */
  readonly authenticatedAt?: string;
  /** The allowlist; `all` for operators without one and for the system's own jobs. */
  readonly organizationIds: readonly string[] | 'all';
  readonly scopes: readonly Scope[];
  /**
   * Set for operators only: the role that the operator has at each of `organizationIds`, which is the lowest one where
   * they differ. So a check of the role, or of a scope, never allows more than the operator may do at every one.
   */
  readonly role?: OperatorRole;
  /** Set for an operator whose roles differ: the role at each of `organizationIds`. */
  readonly roles?: RolesByOrganization;
  /**
   * `secure_host`: set by the secure host for its own calls, so that no other caller can report the result of a card
   * capture. `command_line`: trusted, because a person who can run commands has the environment and the database
   * anyway.
   */
  readonly via?: 'secure_host' | 'command_line';
  /** The id of the request, for the audit log. */
  readonly requestId?: string;
}

export function hasScope({ scopes }: Principal, scope: Scope): boolean {
  return scopes.includes(scope);
}

/** Services call this check, so that no API can bypass it. @throws {Problem} `insufficient_scope` */
export function requireScope(principal: Principal, scope: Scope): void {
  if (!hasScope(principal, scope)) throw lacking({ scope });
}

/** The same caller, calling through the secure host. */
export function throughSecureHost(principal: Principal): Principal {
  return { ...principal, via: 'secure_host' };
}

/** @throws {Problem} `insufficient_scope` when the call did not come from the secure host. */
export function requireSecureHost(principal: Principal): void {
  if (principal.via !== 'secure_host') throw new Problem('insufficient_scope');
}

/**
 * For operations that only operators may use, regardless of a key's scopes. A higher role includes the lower ones: an
 * admin may do all that a supervisor may. The role must suffice at all of the operator's organizations; `withRole`
 * limits an operator to those where it does.
 *
 * @throws {Problem} `insufficient_scope`
 */
export function requireRole(principal: Principal, least: OperatorRole): void {
  if (!hasRole(principal, least)) throw lacking({ role: least });
}

/**
 * Like `requireRole`, for data that is not limited to one organization: the operator must have access to all of them.
 *
 * @throws {Problem} `insufficient_scope`
 */
export function requireRoleEverywhere(principal: Principal, least: OperatorRole): void {
  if (!hasRoleEverywhere(principal, least)) throw lacking({ role: least, organizations: 'all' });
}

function lacking(missing: Missing): Problem {
  return new Problem('insufficient_scope', 'scope' in missing ? { scope: missing.scope } : {}, undefined, { missing });
}

export function hasRoleEverywhere(principal: Principal, least: OperatorRole): boolean {
  return hasRole(principal, least) && principal.organizationIds === 'all';
}

export function hasRole({ kind, role }: Principal, least: OperatorRole): boolean {
  if (kind === 'system') return true;
  return kind === 'operator' && role !== undefined && isAtLeast(role, least);
}

/**
 * The same caller, limited to the organizations where the operator has this role or a higher one. The organization
 * scope then excludes the others, as it does for an operator who has no access to them.
 *
 * @throws {Problem} `insufficient_scope` when there is no such organization
 */
export function withRole(principal: Principal, least: OperatorRole): Principal {
  if (hasRole(principal, least)) return principal;
  const { kind, roles = {} } = principal;
  const suffices =
    kind === 'operator' ? Object.keys(roles).filter((id) => isAtLeast(roles[id] ?? 'viewer', least)) : [];
  if (suffices.length === 0) throw lacking({ role: least });
  return limitedTo(principal, suffices);
}

/** An operator with a role at each of some organizations. Where all roles are the same, it is simply the role. */
export function operatorWithRoles(
  operator: Omit<Principal, 'organizationIds' | 'scopes' | 'role' | 'roles'>,
  roles: RolesByOrganization,
): Principal {
  const role = lowestRole(Object.values(roles));
  const differ = Object.values(roles).some((other) => other !== role);
  const rights = { organizationIds: Object.keys(roles), scopes: scopesOfRole(role), role };
  return { ...operator, ...rights, ...(differ && { roles }) };
}

function limitedTo(principal: Principal, organizationIds: readonly string[]): Principal {
  if (principal.roles === undefined) return { ...principal, organizationIds };
  const { organizationIds: _all, scopes: _scopes, role: _lowest, roles, ...operator } = principal;
  return operatorWithRoles(
    operator,
    Object.fromEntries(organizationIds.map((id) => [id, roles[id] ?? 'viewer'] as const)),
  );
}

/**
 * Checks that the caller may use the organization that a request names.
 *
 * @throws {Problem} `organization_out_of_scope` when it is outside the allowlist.
 */
export function requireOrganization(principal: Principal, organizationId: string): void {
  if (principal.organizationIds !== 'all' && !principal.organizationIds.includes(organizationId)) {
    throw new Problem('organization_out_of_scope');
  }
}

/**
 * The same caller, limited to one organization: the meaning of `organization_id` on every request that accepts it.
 *
 * @throws {Problem} `organization_out_of_scope`
 */
export function limitToOrganization(principal: Principal, organizationId: string | null | undefined): Principal {
  if (organizationId === undefined || organizationId === null) return principal;
  if (!isId(organizationId)) throw new Problem('organization_out_of_scope');
  requireOrganization(principal, organizationId);
  return limitedTo(principal, [organizationId]);
}

/** The principal of Tributary's own jobs: reconciliation, day-end, seeding. Never built from request data. */
export function systemPrincipal(job: string, scopes: readonly Scope[] = []): Principal {
  return { kind: 'system', actor: job, organizationIds: 'all', scopes };
}

/** The principal of a user on the command line. */
export function commandPrincipal(user: string): Principal {
  return { ...systemPrincipal(`cli:${user}`), via: 'command_line' };
}

/** A caller without a Tributary credential. It can only deliver calls that are signed by an email provider. */
export const ANONYMOUS: Principal = { kind: 'anonymous', actor: 'anonymous', organizationIds: [], scopes: [] };
