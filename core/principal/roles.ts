import { READ_SCOPES, SCOPES, type Scope } from './scopes.js';

/** What an operator may do at a lender. Each role includes the ones before it. */
export const OPERATOR_ROLES = ['viewer', 'agent', 'supervisor', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Until version 0.3 there was one role between viewer and admin, `operator`. It had the rights of a supervisor. */
const FORMER_NAME = 'operator';

/** A role as tokens, claims and commands may name it. */
export const ROLE_NAMES = [...OPERATOR_ROLES, FORMER_NAME] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

export function roleNamed(name: RoleName): OperatorRole {
  return name === FORMER_NAME ? 'supervisor' : name;
}

/**
 * The name under which a role is stored and passed between parts. Processes of version 0.3 read it too during a rolling
 * upgrade: they know a supervisor as `operator`, and refuse an agent.
 */
export function storedNameOf(role: OperatorRole): RoleName {
  return role === 'supervisor' ? FORMER_NAME : role;
}

export function isAtLeast(role: OperatorRole, least: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(least);
}

/** The lowest of some roles; the lowest of all for an empty list. */
export function lowestRole(roles: readonly OperatorRole[]): OperatorRole {
  return OPERATOR_ROLES.find((role) => roles.includes(role)) ?? 'viewer';
}

/** An agent serves borrowers: payments, stored methods and autopay. Set-up and the ledger need a supervisor. */
const AGENT_WRITES: readonly Scope[] = ['external_payments:write', 'payment_methods:write', 'autopay:write'];

export function scopesOfRole(role: OperatorRole): readonly Scope[] {
  switch (role) {
    case 'viewer':
      return READ_SCOPES;
    case 'agent':
      return [...READ_SCOPES, ...AGENT_WRITES];
    case 'supervisor':
    case 'admin':
      return SCOPES;
  }
}
