import type { Principal } from '../../core/auth/principal.js';
import { Problem } from '../../core/errors/problem.js';

/** Who may see and decide what is of no organization yet: an operator who reaches all of them. */
export function isOperatorOfAll({ kind, role, organizationIds }: Principal): boolean {
  if (kind === 'system') return true;
  return kind === 'operator' && (role === 'operator' || role === 'admin') && organizationIds === 'all';
}

/** @throws {Problem} `insufficient_scope` */
export function requireOperatorOfAll(principal: Principal): void {
  if (!isOperatorOfAll(principal)) throw new Problem('insufficient_scope');
}
