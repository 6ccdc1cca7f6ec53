import { limitToOrganization, type Principal, requireRole } from './principal.js';

/**
 * A viewer sees contact data masked only. API keys need no role: their scope is checked with the object that has it.
 *
 * @throws {Problem} `insufficient_scope`
 */
export function requireContactRole(
  principal: Principal,
  { organizationId }: { readonly organizationId: string },
): void {
  if (principal.kind === 'operator') requireRole(limitToOrganization(principal, organizationId), 'agent');
}
