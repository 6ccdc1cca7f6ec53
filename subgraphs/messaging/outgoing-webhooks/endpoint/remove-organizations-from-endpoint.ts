import { recordSharedAct } from '../../../../core/audit/record.js';
import type { Transaction } from '../../../../core/db/database.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { unsubscribe } from '../delivery/subscription.store.js';
import { type EndpointRow, withdrawEndpoint } from './endpoint.store.js';
import { endpointAuditFields } from './endpoint-audit-fields.js';
import { visibleEndpoint } from './endpoint-visibility.js';
import { insertDisabledEvents } from './insert-events-about-endpoint.js';

const WEBHOOKS = systemPrincipal('webhooks');

/**
 * Removes the organizations in the caller's scope from an endpoint that also covers others. It continues for the
 * others. Permanent: enabling the endpoint does not bring the removed ones back. Returns the endpoint as the caller
 * last sees it. Audited, and recorded as an event in the removed organizations.
 */
export async function removeOrganizations(
  tx: Transaction,
  clock: Clock,
  principal: Principal,
  endpoint: EndpointRow,
): Promise<EndpointRow> {
  const seen = visibleEndpoint(principal, endpoint);
  const { id: subject, organizationIds } = seen;
  await unsubscribeAll(tx, seen);
  await tx.first(WEBHOOKS, withdrawEndpoint, { id: subject, organizationIds });
  if (seen.status === 'enabled') await insertDisabledEvents(tx, seen, { code: 'request', actor: principal.actor });
  const act = { action: 'webhook_endpoint.withdraw', subject, organizationIds, before: endpointAuditFields(seen) };
  await recordSharedAct(tx, clock, principal, act);
  return { ...seen, status: 'disabled', disabledReason: 'request' };
}

/** Queued events of these organizations are no longer sent to it. */
export async function unsubscribeAll(
  tx: Transaction,
  { id, organizationIds }: Pick<EndpointRow, 'id' | 'organizationIds'>,
): Promise<void> {
  for (const organizationId of organizationIds) {
    await tx.many(limitToOrganization(WEBHOOKS, organizationId), unsubscribe, { organizationId, endpointId: id });
  }
}
