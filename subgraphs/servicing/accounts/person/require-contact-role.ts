import { limitToOrganization, type Principal, requireRole } from '../../../../core/principal/principal.js';

/**
 * A viewer sees contact data masked only. API keys need no role: their scope was checked with the person.
 *
 * @throws {Problem} `insufficient_scope`
 */
export function requireContactRole(
  principal: Principal,
  { organizationId }: { readonly organizationId: string },
): void {
  if (principal.kind === 'operator') requireRole(limitToOrganization(principal, organizationId), 'agent');
}
