import { limitToOrganization, type Principal, requireRole } from './principal.js';

/**
 * Whether the caller may take a list out of the product as a file: supervisors and admins, not agents and viewers. The only check of
 * this permission.
 *
 * @throws {Problem} `insufficient_scope`
 */
export function requireExport(principal: Principal): void {
  requireRole(principal, 'supervisor');
}

/**
 * The same for a file about one organization that API keys may read by their scopes: an operator's role there counts.
 *
 * @throws {Problem} `insufficient_scope`
 */
export function requireExportAt(principal: Principal, organizationId: string): void {
  if (principal.kind === 'operator') requireExport(limitToOrganization(principal, organizationId));
}
