import { type Principal, requireRole } from './principal.js';

/**
 * Whether the caller may take a list out of the product as a file: supervisors and admins, not agents and viewers. The only check of
 * this permission.
 *
 * @throws {Problem} `insufficient_scope`
 */
export function requireExport(principal: Principal): void {
  requireRole(principal, 'supervisor');
}
