import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';

/*
 * Which endpoints a caller sees, and how much of them. An endpoint may cover several organizations. A key knows those of which it reaches
 * every organization: whoever reaches one alone has nothing to do with what others have made. An operator answers for the lenders within
 * reach, whoever has their events sent somewhere: one of them is enough, and the others are not named.
 */

/** As the statements of endpoints take it. */
export const REACH = { reach: 'text[]?', isPartEnough: 'bool' } as const;

/** The organizations of a caller; null is all. */
export function reachOf({ kind, organizationIds }: Principal) {
  return { reach: organizationIds === 'all' ? null : organizationIds, isPartEnough: kind === 'operator' };
}

/** The condition, of an endpoint `e`. */
export const isWithin = ({ reach, isPartEnough }: Readonly<Record<keyof typeof REACH, string>>) =>
  `e.deleted_at is null and (${reach}::text[] is null
    or e.organization_ids && ${reach}::text[] and (${isPartEnough}::bool or e.organization_ids <@ ${reach}::text[]))`;

interface Covering {
  readonly organizationIds: readonly string[];
}

/** An endpoint as a caller sees it: who else is a customer here is nobody's business. */
export function seenBy<E extends Covering>({ organizationIds: reached }: Principal, endpoint: E): E {
  if (reached === 'all') return endpoint;
  return { ...endpoint, organizationIds: endpoint.organizationIds.filter((id) => reached.includes(id)) };
}

export function reachesWhole(principal: Principal, endpoint: Covering): boolean {
  return seenBy(principal, endpoint).organizationIds.length === endpoint.organizationIds.length;
}

/** What changes an endpoint for all of its organizations is for who reaches them. @throws {Problem} `organization_out_of_scope` */
export function requireWhole(principal: Principal, endpoint: Covering): void {
  if (!reachesWhole(principal, endpoint)) throw new Problem('organization_out_of_scope');
}
