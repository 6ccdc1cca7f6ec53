import type { Delivered } from '../../../../connectors/webhook-receivers/deliver-message.js';
import { recordSharedAct } from '../../../../core/audit/record.js';
import type { Transaction } from '../../../../core/db/database.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { ClaimedDelivery } from '../delivery/delivery.store.js';
import { insertDisabledEvents, insertEndpointEvents } from '../endpoint/insert-events-about-endpoint.js';
import { recordFailed } from './endpoint-health.store.js';

const WEBHOOKS = systemPrincipal('webhooks');

export type FailureParts = Pick<ServiceParts, 'clock' | 'logger'>;

/**
 * Counts a failed attempt in the transaction that records it. Repeated failures raise an event; an endpoint that is
 * given up is disabled, with an event and an audit entry, because no user requested it.
 */
export async function recordFailure(
  { clock, logger }: FailureParts,
  tx: Transaction,
  { endpointId: id, eventId, tries }: ClaimedDelivery,
  outcome: Delivered,
): Promise<void> {
  const error = outcome.error ?? `http_${outcome.httpStatus}`;
  const isGone = outcome.httpStatus === 410;
  const failed = await tx.first(WEBHOOKS, recordFailed, { id, eventId, tries, isGone, error });
  if (failed === undefined) return;
  const { organizationIds, url, now, noticedAt, disabledAt, status, failingSince } = failed;
  const endpoint = { id, organizationIds };
  const logged = { endpoint_id: id, host: new URL(url).hostname, error, failing_since: failingSince };
  if (noticedAt === now) {
    const unchanged = { status: 'enabled', previousStatus: null } as const;
    const why = { code: error, actor: WEBHOOKS.actor };
    await insertEndpointEvents(tx, endpoint, { type: 'webhook_endpoint.failing', ...unchanged, ...why });
    tx.afterCommit(() => logger.warn(logged, 'a webhook endpoint keeps failing'));
  }
  if (disabledAt === now) {
    const code = isGone ? 'gone' : 'failing';
    await insertDisabledEvents(tx, endpoint, { code, actor: WEBHOOKS.actor });
    await recordSharedAct(tx, clock, WEBHOOKS, {
      ...{ action: 'webhook_endpoint.disable', subject: id, organizationIds },
      ...{ before: { status: 'enabled' }, after: { status, disabledReason: code } },
    });
    tx.afterCommit(() => logger.error(logged, 'a webhook endpoint was disabled'));
  }
}
