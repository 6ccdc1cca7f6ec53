import { MOST_WEBHOOK_TIMEOUT_MS } from '../../../../core/config/setting-schemas.js';
import { columns, columnsAs, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { isSettled } from '../event/event.reads.store.js';
import { SUBSCRIBED, SUBSCRIPTION } from './subscription.store.js';

/** Whether an endpoint with these types takes an event. A test event goes only to the endpoint that it names. */
export const isTaken = (event: string, types: string) => `(${event}.type <> 'webhook_endpoint.test'
  and (${event}.type = any(${types}::text[]) or '*' = any(${types}::text[])
    or split_part(${event}.type, '.', 1) || '.*' = any(${types}::text[])))`;

/** The columns of a new delivery besides its endpoint and event. */
export const NEW_DELIVERY = {
  organizationId: sql('v.organization_id'),
  ...leftOut('status', 'tries', 'nextTryAt', 'settledAt', 'resentAt', 'createdAt'),
} as const;

/**
 * Creates deliveries of an organization's next events for an endpoint, each once: the same statement stores how far
 * it came, under the subscription's lock. If two workers run it, the second finds no events.
 */
export const fanOut = statement({
  name: 'webhook_delivery.fan_out',
  takes: { ...SUBSCRIPTION, types: 'text[]', limit: 'int8' },
  gives: derived({ seen: 'int8' }),
  text: ({ p, scope }) => {
    const { into, values } = inserted('WebhookDelivery', {
      ...NEW_DELIVERY,
      endpointId: p.endpointId,
      eventId: sql('v.id'),
    });
    return `
    with held as (
      select s.through_transaction, s.through_position from webhook_subscription s
       where s.organization_id = ${p.organizationId} and s.endpoint_id = ${p.endpointId} and ${scope('s.organization_id')}
         for update skip locked
    ), seen as (
      select v.* from held cross join lateral (
        select v.organization_id, v.id, v.type, v.transaction_id, v.position from event v
         where v.organization_id = ${p.organizationId} and ${isSettled('v')}
           and (v.transaction_id, v.position) > (held.through_transaction, held.through_position)
         order by v.transaction_id, v.position limit ${p.limit}) v
    ), made as (
      insert into ${into} select ${values} from seen v where ${isTaken('v', p.types)}
      on conflict (organization_id, endpoint_id, event_id) do nothing
    ), moved as (
      update webhook_subscription s set through_transaction = last.transaction_id, through_position = last.position
        from (select transaction_id, position from seen order by transaction_id desc, position desc limit 1) last
       where s.organization_id = ${p.organizationId} and s.endpoint_id = ${p.endpointId}
    )
    select count(*) as seen from seen`;
  },
});

/** Subscriptions with deliveries whose next attempt is due. */
export const subscriptionsDue = statement({
  name: 'webhook_delivery.due',
  gives: SUBSCRIBED,
  text: ({ scope }) => `
    select ${SUBSCRIBED} from webhook_subscription s
     where ${scope('s.organization_id')} and exists (
       select from webhook_delivery d where d.organization_id = s.organization_id and d.endpoint_id = s.endpoint_id
          and d.status = 'pending' and d.next_try_at <= statement_timestamp() offset 0)`,
});

const CLAIMED = columns('WebhookDelivery', 'd', ['organizationId', 'endpointId', 'eventId', 'tries']);
/** A delivery's event, as it is sent. */
export const SENT_EVENT = columnsAs('Event', 'v', {
  type: 'type',
  createdAt: 'createdAt',
  objectType: 'objectType',
  objectId: 'objectId',
  accountId: 'accountId',
  sequence: 'sequence',
  status: 'status',
  previousStatus: 'previousStatus',
  code: 'code',
  actor: 'actor',
  possibleDuplicateOf: 'possibleDuplicateOf',
});
/** An event as it is sent. */
export type SentEvent = RowOf<typeof SENT_EVENT> & Pick<RowOf<typeof CLAIMED>, 'organizationId' | 'eventId'>;
/** A delivery claimed by this worker, with its event. */
export type ClaimedDelivery = RowOf<typeof CLAIMED> & RowOf<typeof SENT_EVENT>;

/** Longer than an attempt can take, including the write of its outcome: a later attempt was lost with its worker. */
export const LEASE_MS = 2 * MOST_WEBHOOK_TIMEOUT_MS;

/**
 * Claims some due deliveries. No other worker attempts them until the lease expires; after that, the attempt counts
 * as lost.
 */
export const claimDeliveries = statement({
  name: 'webhook_delivery.claim',
  takes: { ...SUBSCRIPTION, limit: 'int8', leaseMs: 'float8' },
  gives: [CLAIMED, SENT_EVENT],
  text: ({ p, scope }) => `
    with due as (
      select d.event_id from webhook_delivery d
       where d.organization_id = ${p.organizationId} and d.endpoint_id = ${p.endpointId} and ${scope('d.organization_id')}
         and d.status = 'pending' and d.next_try_at <= statement_timestamp()
       order by d.next_try_at limit ${p.limit} for update skip locked
    ), d as (
      update webhook_delivery d set tries = d.tries + 1,
        next_try_at = statement_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)
        from due where d.organization_id = ${p.organizationId} and d.endpoint_id = ${p.endpointId} and d.event_id = due.event_id
      returning d.organization_id, d.endpoint_id, d.event_id, d.tries
    )
    select ${CLAIMED}, ${SENT_EVENT} from d join event v on v.organization_id = d.organization_id and v.id = d.event_id`,
});

const DELIVERY_KEY = typesOf('WebhookDelivery', ['organizationId', 'endpointId', 'eventId']);

/**
 * Records the outcome of an attempt and when the next one is due (`status` `pending` with a pause). Leaves a delivery
 * unchanged that was queued again in the meantime.
 */
export const writeAttempt = statement({
  name: 'webhook_attempt.write',
  takes: {
    ...DELIVERY_KEY,
    id: 'WebhookAttempt.id',
    tries: 'WebhookDelivery.tries',
    status: 'WebhookDelivery.status',
    pauseMs: 'float8',
    ...typesOf('WebhookAttempt', ['succeeded', 'httpStatus', 'error', 'durationMs', 'answer']),
  },
  text: ({ p, scope }) => {
    const { into, values } = inserted('WebhookAttempt', {
      id: p.id,
      organizationId: sql('o.id'),
      endpointId: p.endpointId,
      eventId: p.eventId,
      number: p.tries,
      ...sameNamed(p, ['succeeded', 'httpStatus', 'error', 'durationMs', 'answer']),
      createdAt: LEFT_OUT,
    });
    return `
    with written as (
      insert into ${into} select ${values} from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    )
    update webhook_delivery set ${assigned('WebhookDelivery', {
      status: p.status,
      nextTryAt: sql(`statement_timestamp() + make_interval(secs => ${p.pauseMs}::float8 / 1000)`),
      settledAt: sql(`statement_timestamp() + case when ${p.status}::text <> 'pending' then interval '0' end`),
    })}
     where organization_id = ${p.organizationId} and endpoint_id = ${p.endpointId} and event_id = ${p.eventId}
       and ${scope('organization_id')} and tries = ${p.tries}::int and status = 'pending'`;
  },
});

/** A test event goes to one endpoint, whatever the subscriptions. */
export const deliverTest = statement({
  name: 'webhook_delivery.deliver_test',
  takes: DELIVERY_KEY,
  text: ({ p, scope }) => {
    const { into, values } = inserted('WebhookDelivery', {
      ...NEW_DELIVERY,
      organizationId: sql('o.id'),
      endpointId: p.endpointId,
      eventId: p.eventId,
    });
    return `insert into ${into} select ${values} from organization o where o.id = ${p.organizationId} and ${scope('o.id')}`;
  },
});
