import { type Missing, Problem } from '../errors/problem.js';
import { isId } from '../ids/ids.js';
import type { Scope } from './scopes.js';

export const OPERATOR_ROLES = ['viewer', 'operator', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Who is calling. Built once, at the edge; everything behind it trusts only this. */
export interface Principal {
  readonly kind: 'api_key' | 'operator' | 'system' | 'anonymous';
  /** The key's prefix, or the operator's subject: what logs, audit and `reversed_by` show. */
  readonly actor: string;
  /** Of an operator, where the token tells: who vouches for the subject. One subject may be two people of two issuers. */
  readonly issuer?: string;
  /** Of an operator, where the token tells: what people call somebody whose subject says nothing. */
  readonly name?: string;
  /** Of an operator with a token or session of ours: its record, which says whether it was revoked meanwhile. */
  readonly recordId?: string;
  /** The allowlist; `all` for operators without one and for the system's own jobs. */
  readonly organizationIds: readonly string[] | 'all';
  readonly scopes: readonly Scope[];
  /** Set for operators only. */
  readonly role?: OperatorRole;
  /**
   * `secure_host`: set by it for what it asks itself, so that nobody else can say what a card's capture brought.
   * `command_line`: whoever may run commands has the environment and the database anyway.
   */
  readonly via?: 'secure_host' | 'command_line';
  /** The request in which this is done, where it may be audited. */
  readonly requestId?: string;
}

export function hasScope({ scopes }: Principal, scope: Scope): boolean {
  return scopes.includes(scope);
}

/** The services' check, so that no door goes round it. @throws {Problem} `insufficient_scope` */
export function requireScope(principal: Principal, scope: Scope): void {
  if (!hasScope(principal, scope)) throw lacking({ scope });
}

/** The same caller, speaking through the secure host. */
export function throughSecureHost(principal: Principal): Principal {
  return { ...principal, via: 'secure_host' };
}

/** @throws {Problem} `insufficient_scope` when the call came through any other door. */
export function requireSecureHost(principal: Principal): void {
  if (principal.via !== 'secure_host') throw new Problem('insufficient_scope');
}

/**
 * What is for operators only, whatever the scopes of a key. Roles contain one another: an admin may what an operator may.
 *
 * @throws {Problem} `insufficient_scope`
 */
export function requireRole(principal: Principal, least: OperatorRole): void {
  if (!hasRole(principal, least)) throw lacking({ role: least });
}

/**
 * The same for what stands above organizations: only an operator who reaches all of them may see it.
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
 * Whether an organization that a request names is one that its caller may name.
 *
 * @throws {Problem} `organization_out_of_scope` when the one asked for is outside the allowlist.
 */
export function requireOrganization(principal: Principal, organizationId: string): void {
  if (principal.organizationIds !== 'all' && !principal.organizationIds.includes(organizationId)) {
    throw new Problem('organization_out_of_scope');
  }
}

/**
 * The same caller, seeing one organization only: what `organization_id` on a request means, wherever it may be sent.
 *
 * @throws {Problem} `organization_out_of_scope`
 */
export function within(principal: Principal, organizationId: string | null | undefined): Principal {
  if (organizationId === undefined || organizationId === null) return principal;
  if (!isId(organizationId)) throw new Problem('organization_out_of_scope');
  requireOrganization(principal, organizationId);
  return { ...principal, organizationIds: [organizationId] };
}

/** The product's own jobs: reconciliation, day-end, seeding. Never built from anything that a request carries. */
export function systemPrincipal(job: string, scopes: readonly Scope[] = []): Principal {
  return { kind: 'system', actor: job, organizationIds: 'all', scopes };
}

/** Whoever sits at the command line. */
export function commandPrincipal(user: string): Principal {
  return { ...systemPrincipal(`cli:${user}`), via: 'command_line' };
}

/** Nobody: a call that shows no credential of ours. Only an email provider's signature gets it anywhere. */
export const ANONYMOUS: Principal = { kind: 'anonymous', actor: 'anonymous', organizationIds: [], scopes: [] };
