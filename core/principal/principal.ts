import { type Missing, Problem } from '../errors/problem.js';
import { isId } from '../ids/ids.js';
import type { Scope } from './scopes.js';

export const OPERATOR_ROLES = ['viewer', 'operator', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

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
  /** The allowlist; `all` for operators without one and for the system's own jobs. */
  readonly organizationIds: readonly string[] | 'all';
  readonly scopes: readonly Scope[];
  /** Set for operators only. */
  readonly role?: OperatorRole;
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
 * admin may do all that an operator may.
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
  return kind === 'operator' && role !== undefined && OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(least);
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
export function within(principal: Principal, organizationId: string | null | undefined): Principal {
  if (organizationId === undefined || organizationId === null) return principal;
  if (!isId(organizationId)) throw new Problem('organization_out_of_scope');
  requireOrganization(principal, organizationId);
  return { ...principal, organizationIds: [organizationId] };
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
