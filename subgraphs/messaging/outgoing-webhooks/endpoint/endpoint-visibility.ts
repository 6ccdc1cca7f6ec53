import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';

/*
 * Which endpoints a caller sees, and how much of them. An endpoint may cover several organizations. A key sees an
 * endpoint only if all its organizations are in scope: a key for one of them has no business with what others
 * created. An operator is responsible for the lenders in scope, so one of the endpoint's organizations is enough; the
 * others are not shown.
 */

/** Parameters of the statements on endpoints. */
export const REACH = { reach: 'text[]?', isPartEnough: 'bool' } as const;

/** The caller's organizations; null means all. */
export function reachOf({ kind, organizationIds }: Principal) {
  return { reach: organizationIds === 'all' ? null : organizationIds, isPartEnough: kind === 'operator' };
}

/** The SQL condition on an endpoint `e`. */
export const isWithin = ({ reach, isPartEnough }: Readonly<Record<keyof typeof REACH, string>>) =>
  `e.deleted_at is null and (${reach}::text[] is null
    or e.organization_ids && ${reach}::text[] and (${isPartEnough}::bool or e.organization_ids <@ ${reach}::text[]))`;

interface Covering {
  readonly organizationIds: readonly string[];
}

/** An endpoint as a caller sees it, without organizations out of scope. */
export function visibleEndpoint<E extends Covering>({ organizationIds: reached }: Principal, endpoint: E): E {
  if (reached === 'all') return endpoint;
  return { ...endpoint, organizationIds: endpoint.organizationIds.filter((id) => reached.includes(id)) };
}

export function coversAllOrganizations(principal: Principal, endpoint: Covering): boolean {
  return visibleEndpoint(principal, endpoint).organizationIds.length === endpoint.organizationIds.length;
}

/**
 * A change for all of an endpoint's organizations requires all of them in scope. @throws {Problem}
 * `organization_out_of_scope`
 */
export function requireAllOrganizations(principal: Principal, endpoint: Covering): void {
  if (!coversAllOrganizations(principal, endpoint)) throw new Problem('organization_out_of_scope');
}
