import { derived } from '../../../../core/db/columns.js';
import { inserted, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { idOfTime, isSettled, KEPT } from '../event/event.reads.store.js';
import { isTaken, LEASE_MS, NEW_DELIVERY } from './delivery.store.js';
import { SUBSCRIPTION } from './subscription.store.js';

const PERIOD = { types: 'text[]', since: 'timestamptz', before: 'timestamptz', undeliveredOnly: 'bool' } as const;
type Period = Readonly<Record<keyof typeof PERIOD | 'endpointId', string>>;

/**
 * Longer than an attempt that a worker has begun can be under way, twice: a claim stores as the time of the next attempt
 * when this one counts as lost, and may happen while the request waits for its locks.
 */
const MAY_BE_UNDER_WAY = `interval '${(2 * LEASE_MS) / 1_000} seconds'`;

/**
 * Whether a request for a period leaves a delivery `d` as it is: it waits for its first attempt, its attempt may be
 * under way or is due soon, or a request whose deliveries are under way since `since` has queued it.
 */
const isLeft = (d: string, since: string, now: string) => `(${d}.status = 'pending'
    and (${d}.tries = 0 or ${d}.next_try_at <= ${now} + ${MAY_BE_UNDER_WAY})
  or coalesce(${d}.resent_at >= ${since}, false))`;

/** When the oldest request began whose deliveries are under way, of those that `own` selects. */
const underWaySince = (own: string) => `select min(d.resent_at) as since from webhook_delivery d
       where ${own} and d.status = 'pending' and d.tries <= 1 and d.resent_at is not null`;

/** Whether an event `v` is of the period and of the types. */
const isOfPeriod = (p: Period) => `(v.created_at >= ${p.since}::timestamptz and v.created_at < ${p.before}::timestamptz
  and ${isTaken('v', p.types)})`;

/** Whether the endpoint's delivery of the event `v` is in this state. `offset 0`: looks up one row for each event. */
const hasDelivery = (p: Period, state: string) => `exists (
    select from webhook_delivery d where d.organization_id = v.organization_id and d.endpoint_id = ${p.endpointId}
       and d.event_id = v.id and ${state} offset 0)`;

const isDelivered = (p: Period) => `(${p.undeliveredOnly}::bool and d.status = 'delivered')`;
const isKept = `v.created_at > now() - ${KEPT} and ${isSettled('v')}`;

/** Ids of events begin with the time of the database server that wrote them, and clocks of servers differ. */
const MARGIN = `interval '1 minute'`;

/** The most events that one statement examines. */
const MOST_SEEN = 5_000;
const SEEN = 'v.organization_id, v.id, v.type, v.created_at, v.transaction_id, v.position';
const MOST_INT8 = '9223372036854775807';
const PLACE = 'id, transaction_id, position';

/**
 * Queues events for an endpoint, again or for the first time: one event, or the next of a period. With a period, leaves
 * deliveries alone that wait for their first attempt, or whose attempt may be under way: its answer arrives later, and
 * must not count for another attempt. While deliveries of an earlier request are under way, it also leaves alone
 * what that request or a later one has queued, delivered or not: two requests for one period at the same time send
 * each event once. A request is under way until the second attempts of its deliveries begin.
 *
 * `resentAt`: when the request began; null in its first statement. `continues`: the event after which it continues an
 * earlier request, whose time it then has.
 *
 * `found`: the events of the period; `queued`: those of them that were queued now; `last…`: the event after which there
 * may be more, null at the end. Begins at the first transaction that the period can contain.
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
    queued: 'int8',
    seen: 'int8',
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
    const ofOrganization = `v.organization_id = ${p.organizationId} and ${scope('v.organization_id')}`;
    const since = `least(greatest(${p.since}::timestamptz, now() - ${KEPT}), now())`;
    return `
    with request as (
      select coalesce(${p.resentAt}::timestamptz,
        (select d.resent_at from webhook_delivery d where ${own} and d.event_id = ${p.continues}::text),
        date_trunc('milliseconds', now())) as resent_at
        from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    ), under_way as (
      ${underWaySince(own)}
    ), beginning as (
      select coalesce((
        select v.oldest_transaction_id from event v
         where ${ofOrganization} and v.id < ${idOfTime(`${since} - ${MARGIN}`)} order by v.id desc limit 1), 0) as first
    ), place as (
      select greatest(${p.afterTransaction}::int8, first - 1) as transaction_id,
             case when ${p.afterTransaction}::int8 < first then ${MOST_INT8} else ${p.afterPosition}::int8 end as position
        from beginning
    ), seen as (
      (select ${SEEN} from event v
        where ${p.eventId}::text is null and ${ofOrganization} and ${isSettled('v')}
          and (v.transaction_id, v.position) > ((select transaction_id from place), (select position from place))
        order by v.transaction_id, v.position limit ${MOST_SEEN})
      union all
      (select ${SEEN} from event v
        where ${ofOrganization} and v.id = ${p.eventId}::text and ${isKept}
          and (v.type <> 'webhook_endpoint.test' or v.object_id = ${p.endpointId}))
    ), found as (
      select v.organization_id, v.id, v.transaction_id, v.position from seen v
       where ${p.eventId}::text is not null
          or (${isKept} and ${isOfPeriod(p)} and not (${p.undeliveredOnly}::bool and ${hasDelivery(p, isDelivered(p))}))
       order by v.transaction_id, v.position limit ${p.limit}
    ), made as (
      insert into ${into} select ${values} from found v cross join request
      on conflict (organization_id, endpoint_id, event_id) do update
        set status = 'pending', tries = 0, next_try_at = excluded.next_try_at, settled_at = null,
            resent_at = excluded.resent_at
        where case when ${p.eventId}::text is null then not ${isLeft('webhook_delivery', '(select since from under_way)', 'excluded.next_try_at')}
          else webhook_delivery.status <> 'pending' or webhook_delivery.tries > 0 end
      returning 1
    ), counted as (
      select (select count(*) from found) as found, (select count(*) from made) as queued, (select count(*) from seen) as seen
    ), last as (
      select ${PLACE} from (
        select ${PLACE} from found where (select found from counted) = ${p.limit}
        union all
        select ${PLACE} from seen where (select found from counted) < ${p.limit} and (select seen from counted) = ${MOST_SEEN}
      ) examined order by transaction_id desc, position desc limit 1
    )
    select counted.found, counted.queued, counted.seen, (select id from last) as "lastId",
           (select transaction_id from last) as "lastTransaction", (select position from last) as "lastPosition",
           (select resent_at from request) as "resentAt" from counted`;
  },
});

/** The most events that a count examines. */
export const MOST_COUNTED = 50_000;

/**
 * How many events of a period a request would queue, at most `limit`, and the period itself: from when events are kept
 * at the earliest, until now at the latest. So a request for this period includes no event that was not counted.
 * `isExact`: whether all events of the period were examined.
 */
export const countToResend = statement({
  name: 'webhook_delivery.count_to_resend',
  takes: { ...PERIOD, endpointId: 'WebhookDelivery.endpointId', organizationIds: 'text[]', limit: 'int8' },
  gives: derived({ events: 'int8', isExact: 'bool', since: 'timestamptz', before: 'timestamptz' }),
  text: ({ p, scope }) => {
    const ofOrganization = `d.organization_id = o.id and d.endpoint_id = ${p.endpointId}`;
    return `
    with period as (
      select greatest(${p.since}::timestamptz, now() - ${KEPT}) as since, least(${p.before}::timestamptz, now()) as before
       where exists (select from organization o where o.id = any(${p.organizationIds}::text[]) and ${scope('o.id')})
    ), seen as (
      select v.* from period cross join organization o
       cross join lateral (${underWaySince(ofOrganization)}) under_way
       cross join lateral (
        select v.organization_id, v.id, v.type, v.created_at, under_way.since as under_way_since from event v
         where v.organization_id = o.id and v.id >= ${idOfTime(`period.since - ${MARGIN}`)}
           and v.id < ${idOfTime(`period.before + ${MARGIN}`)} and ${isKept} and v.created_at < period.before
         limit ${MOST_COUNTED + 1}) v
       where o.id = any(${p.organizationIds}::text[]) and ${scope('o.id')} limit ${MOST_COUNTED + 1}
    ), found as (
      select v.id from seen v
       where ${isOfPeriod(p)} and not ${hasDelivery(p, `(${isDelivered(p)} or ${isLeft('d', 'v.under_way_since', 'statement_timestamp()')})`)}
       limit ${p.limit}
    )
    select (select count(*) from found) as events, (select count(*) from seen) <= ${MOST_COUNTED} as "isExact",
           period.since, period.before from period`;
  },
});
