import { recordSharedAct } from '../../../../core/audit/record.js';
import type { Transaction } from '../../../../core/db/database.js';
import { type Principal, systemPrincipal, within } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { unsubscribe } from '../delivery/subscription.store.js';
import { type EndpointRow, withdrawEndpoint } from './endpoint.store.js';
import { seenBy } from './endpoint-reach.js';
import { shownEndpoint } from './shown-endpoint.js';
import { tellDisabled } from './tell-endpoint.js';

const WEBHOOKS = systemPrincipal('webhooks');

/**
 * Removes the organizations in the caller's scope from an endpoint that also covers others. It continues for the
 * others. Permanent: enabling the endpoint does not bring the removed ones back. Returns the endpoint as the caller
 * last sees it. Audited, and recorded as an event in the removed organizations.
 */
export async function withdraw(
  tx: Transaction,
  clock: Clock,
  principal: Principal,
  endpoint: EndpointRow,
): Promise<EndpointRow> {
  const seen = seenBy(principal, endpoint);
  const { id: subject, organizationIds } = seen;
  await unsubscribeAll(tx, seen);
  await tx.first(WEBHOOKS, withdrawEndpoint, { id: subject, organizationIds });
  if (seen.status === 'enabled') await tellDisabled(tx, seen, { code: 'request', actor: principal.actor });
  const act = { action: 'webhook_endpoint.withdraw', subject, organizationIds, before: shownEndpoint(seen) };
  await recordSharedAct(tx, clock, principal, act);
  return { ...seen, status: 'disabled', disabledReason: 'request' };
}

/** Queued events of these organizations are no longer sent to it. */
export async function unsubscribeAll(
  tx: Transaction,
  { id, organizationIds }: Pick<EndpointRow, 'id' | 'organizationIds'>,
): Promise<void> {
  for (const organizationId of organizationIds) {
    await tx.many(within(WEBHOOKS, organizationId), unsubscribe, { organizationId, endpointId: id });
  }
}
