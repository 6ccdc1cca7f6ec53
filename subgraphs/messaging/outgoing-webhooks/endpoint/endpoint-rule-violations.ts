import type { EndpointConcern } from '../../../../core/contract/webhook-endpoint.js';
import type { Database } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';

/*
 * Endpoints that violate a rule introduced after they were created. They keep working, because a receiver depends on
 * them; a person decides.
 */

export interface JudgedEndpoint {
  readonly url: string;
  readonly organizationIds: readonly string[];
}

/** @param sandboxIds - the endpoint's sandbox organizations */
export function concernsOf(
  { url, organizationIds }: JudgedEndpoint,
  sandboxIds: ReadonlySet<string>,
  receivers: { problemOf(url: string): string | undefined },
): readonly EndpointConcern[] {
  const sandboxes = organizationIds.filter((id) => sandboxIds.has(id)).length;
  const concerns: EndpointConcern[] = [];
  if (receivers.problemOf(url) !== undefined) concerns.push('address_refused');
  if (sandboxes > 0 && sandboxes < organizationIds.length) concerns.push('sandbox_mixed');
  return concerns;
}

/** The sandboxes among these organizations, as far as they are in the caller's scope. */
export async function sandboxesAmong(
  { db }: { readonly db: Database },
  principal: Principal,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const where = { id: { in: [...new Set(ids)] }, isSandbox: true };
  const found = await db.models(principal).organization.findMany({ select: { id: true }, where });
  return new Set(found.map(({ id }) => id));
}
