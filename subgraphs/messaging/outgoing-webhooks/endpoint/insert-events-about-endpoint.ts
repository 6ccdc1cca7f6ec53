import type { EventType } from '../../../../core/contract/event-types.js';
import { columns } from '../../../../core/db/columns.js';
import type { Transaction } from '../../../../core/db/database.js';
import { sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { insertEventSql } from '../../../../core/events/insert-event-sql.js';
import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import { countEndpointEvent } from './endpoint.store.js';

const WEBHOOKS = systemPrincipal('webhooks');

const tellOfEndpoint = statement({
  name: 'webhook_endpoint.tell',
  takes: {
    organizationId: 'Event.organizationId',
    endpointId: 'Event.objectId',
    type: 'Event.type',
    sequence: 'Event.sequence',
    status: 'Event.status',
    previousStatus: 'Event.previousStatus',
    code: 'Event.code',
    actor: 'Event.actor',
  },
  gives: columns('Event', 'event', ['id']),
  text: ({ p, scope }) => `
    ${insertEventSql(
      {
        type: sql(`${p.type}::text`),
        object: 'webhook_endpoint',
        objectId: sql(`${p.endpointId}::text`),
        organizationId: sql('o.id'),
        accountId: sql('null'),
        sequence: sql(`${p.sequence}::int`),
        status: p.status,
        previousStatus: p.previousStatus,
        code: p.code,
        actor: p.actor,
      },
      `organization o where o.id = ${p.organizationId} and ${scope('o.id')}`,
    )} returning id`,
});

interface EndpointEvent {
  readonly type: EventType;
  readonly status: string;
  /** Null if the event is not about a change of the endpoint. */
  readonly previousStatus: string | null;
  readonly code: string | null;
  readonly actor: string;
}

/** An endpoint, and the organizations whose subscribers get its event. */
interface EndpointOfEvent {
  readonly id: string;
  readonly organizationIds: readonly string[];
}

/** Records that an enabled endpoint was disabled. */
export async function insertDisabledEvents(
  tx: Transaction,
  endpoint: EndpointOfEvent,
  why: Pick<EndpointEvent, 'code' | 'actor'>,
): Promise<void> {
  const change = { status: 'disabled', previousStatus: 'enabled' } as const;
  await insertEndpointEvents(tx, endpoint, { type: 'webhook_endpoint.disabled', ...change, ...why });
}

/**
 * Records an event about an endpoint in each of its organizations, with one number. Returns the events' ids, one per
 * organization.
 */
export async function insertEndpointEvents(
  tx: Transaction,
  { id, organizationIds }: EndpointOfEvent,
  event: EndpointEvent,
): Promise<ReadonlyMap<string, string>> {
  const counted = await tx.first(WEBHOOKS, countEndpointEvent, { id });
  if (counted === undefined) throw new Error('a webhook endpoint disappeared under its lock');
  const ids = new Map<string, string>();
  for (const organizationId of organizationIds) {
    const row = { ...event, organizationId, endpointId: id, sequence: counted.eventSequence };
    const made = await tx.first(limitToOrganization(WEBHOOKS, organizationId), tellOfEndpoint, row);
    if (made !== undefined) ids.set(organizationId, made.id);
  }
  return ids;
}
