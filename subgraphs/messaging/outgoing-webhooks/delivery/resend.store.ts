import { derived } from '../../../../core/db/columns.js';
import { inserted, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { idOfTime, isSettled, KEPT } from '../event/event.reads.store.js';
import { isTaken, NEW_DELIVERY } from './delivery.store.js';
import { SUBSCRIPTION } from './subscription.store.js';

const PERIOD = { types: 'text[]', since: 'timestamptz', before: 'timestamptz', undeliveredOnly: 'bool' } as const;
type Period = Readonly<Record<keyof typeof PERIOD | 'endpointId', string>>;

/** Whether an event `v` of the period may be sent to the endpoint again. `offset 0`: looks up one row for each event. */
const isOfPeriod = (p: Period) => `(v.created_at >= ${p.since}::timestamptz and v.created_at < ${p.before}::timestamptz
  and ${isTaken('v', p.types)} and not (${p.undeliveredOnly}::bool and exists (
    select from webhook_delivery d where d.organization_id = v.organization_id and d.endpoint_id = ${p.endpointId}
       and d.event_id = v.id and d.status = 'delivered' offset 0)))`;

const isKept = `v.created_at > now() - ${KEPT} and ${isSettled('v')}`;

/**
 * Queues events for an endpoint, again or for the first time: one event, or the next of a period. Leaves deliveries
 * alone that wait for their first attempt. While deliveries of an earlier request are under way, it also leaves alone
 * what that request or a later one has queued, delivered or not: two requests for one period at the same time send
 * each event once. A delivery is under way until its second attempt begins.
 *
 * `resentAt`: when the request began; null in its first statement. `continues`: the event after which it continues an
 * earlier request, whose time it then has.
 */
export const sendAgain = statement({
  name: 'webhook_delivery.send_again',
  takes: {
    ...SUBSCRIPTION,
    ...PERIOD,
    eventId: 'text?',
    afterTransaction: 'int8',
    afterPosition: 'int8',
    resentAt: 'timestamptz?',
    continues: 'text?',
    limit: 'int8',
  },
  gives: derived({
    found: 'int8',
    lastId: 'text?',
    lastTransaction: 'int8?',
    lastPosition: 'int8?',
    resentAt: 'timestamptz?',
  }),
  text: ({ p, scope }) => {
    const { into, values } = inserted('WebhookDelivery', {
      ...NEW_DELIVERY,
      endpointId: p.endpointId,
      eventId: sql('v.id'),
      resentAt: sql('request.resent_at'),
    });
    const own = `d.organization_id = ${p.organizationId} and d.endpoint_id = ${p.endpointId} and ${scope('d.organization_id')}`;
    return `
    with request as (
      select coalesce(${p.resentAt}::timestamptz,
        (select d.resent_at from webhook_delivery d where ${own} and d.event_id = ${p.continues}::text),
        date_trunc('milliseconds', now())) as resent_at
        from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    ), under_way as (
      select min(d.resent_at) as since from webhook_delivery d
       where ${own} and d.status = 'pending' and d.tries <= 1 and d.resent_at is not null
    ), found as (
      select v.organization_id, v.id, v.transaction_id, v.position from event v
       where v.organization_id = ${p.organizationId} and ${scope('v.organization_id')} and ${isKept}
         and (v.transaction_id, v.position) > (${p.afterTransaction}::int8, ${p.afterPosition}::int8)
         and case when ${p.eventId}::text is null then ${isOfPeriod(p)}
           else v.id = ${p.eventId} and (v.type <> 'webhook_endpoint.test' or v.object_id = ${p.endpointId}) end
       order by v.transaction_id, v.position limit ${p.limit}
    ), made as (
      insert into ${into} select ${values} from found v cross join request
      on conflict (organization_id, endpoint_id, event_id) do update
        set status = 'pending', tries = 0, next_try_at = excluded.next_try_at, settled_at = null,
            resent_at = excluded.resent_at
        where (webhook_delivery.status <> 'pending' or webhook_delivery.tries > 0)
          and (${p.eventId}::text is not null or webhook_delivery.resent_at is null
            or webhook_delivery.resent_at < coalesce((select since from under_way), 'infinity'))
    ), last as (
      select id, transaction_id, position from found order by transaction_id desc, position desc limit 1
    )
    select (select count(*) from found) as found, (select id from last) as "lastId",
           (select transaction_id from last) as "lastTransaction", (select position from last) as "lastPosition",
           (select resent_at from request) as "resentAt"`;
  },
});

/** Ids of events begin with the time of the database server that wrote them, and clocks of servers differ. */
const MARGIN = `interval '1 minute'`;

/**
 * How many events of a period would be sent again, at most `limit`, and the period itself: from when events are kept
 * at the earliest, until now at the latest. So a request for this period includes no event that was not counted.
 */
export const countToResend = statement({
  name: 'webhook_delivery.count_to_resend',
  takes: { ...PERIOD, endpointId: 'WebhookDelivery.endpointId', organizationIds: 'text[]', limit: 'int8' },
  gives: derived({ events: 'int8', since: 'timestamptz', before: 'timestamptz' }),
  text: ({ p, scope }) => `
    select count(v.id) as events, period.since, period.before
      from (select greatest(${p.since}::timestamptz, now() - ${KEPT}) as since,
                   least(${p.before}::timestamptz, now()) as before
              where exists (select from organization o where o.id = any(${p.organizationIds}::text[]) and ${scope('o.id')})) period
      left join lateral (
        select v.id from organization o cross join lateral (
          select v.id from event v
           where v.organization_id = o.id and v.id >= ${idOfTime(`period.since - ${MARGIN}`)}
             and v.id < ${idOfTime(`period.before + ${MARGIN}`)}
             and ${isKept} and v.created_at < period.before and ${isOfPeriod(p)}
           limit ${p.limit}) v
         where o.id = any(${p.organizationIds}::text[]) and ${scope('o.id')} limit ${p.limit}) v on true
     group by period.since, period.before`,
});
