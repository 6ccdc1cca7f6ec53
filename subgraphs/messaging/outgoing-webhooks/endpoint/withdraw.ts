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
 * Takes the organizations within a caller's reach away from an endpoint that covers others too, which goes on for those. For good: nobody
 * who enables it brings them back. Answers how it leaves the caller's sight. Audited, and told where it ended.
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

/** What is kept for it of these organizations is not sent any more. */
export async function unsubscribeAll(
  tx: Transaction,
  { id, organizationIds }: Pick<EndpointRow, 'id' | 'organizationIds'>,
): Promise<void> {
  for (const organizationId of organizationIds) {
    await tx.many(within(WEBHOOKS, organizationId), unsubscribe, { organizationId, endpointId: id });
  }
}
