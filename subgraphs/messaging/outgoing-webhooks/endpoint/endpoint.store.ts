import { columns, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { type ListDefinition, NEWEST_FIRST } from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';
import { isWithin, REACH, type reachOf } from './endpoint-visibility.js';

const ENDPOINT = columns('WebhookEndpoint', 'e', [
  'id',
  'url',
  'description',
  'types',
  'organizationIds',
  'scopes',
  'actorKind',
  'actor',
  'status',
  'disabledReason',
  'disabledAt',
  'missedFrom',
  'missedUntil',
  'failingSince',
  'lastError',
  'createdAt',
]);
/** An endpoint's columns for responses. */
export type EndpointRow = RowOf<typeof ENDPOINT>;

const SECRETS = columns('WebhookEndpoint', 'e', ['secret', 'earlierSecret', 'earlierSecretUntil']);

const endpointPage = statement({
  name: 'webhook_endpoint.page',
  unscoped: 'endpoint_of_several_organizations',
  takes: { ...REACH, afterId: 'WebhookEndpoint.id', limit: 'int8' },
  gives: ENDPOINT,
  text: ({ p }) => `
    select ${ENDPOINT} from webhook_endpoint e
     where ${isWithin(p)} and e.id < ${p.afterId} order by e.id desc limit ${p.limit}`,
});

/** Newest first. */
export const ENDPOINTS: ListDefinition<ReturnType<typeof reachOf>, { afterId: string }, EndpointRow> = {
  name: 'webhook_endpoints',
  statement: endpointPage,
  ...NEWEST_FIRST,
};

const ONE = { ...REACH, id: 'WebhookEndpoint.id' } as const;

export const endpointById = statement({
  name: 'webhook_endpoint.by_id',
  unscoped: 'endpoint_of_several_organizations',
  takes: ONE,
  gives: ENDPOINT,
  text: ({ p }) => `select ${ENDPOINT} from webhook_endpoint e where e.id = ${p.id} and ${isWithin(p)}`,
});

/** Locked until the transaction ends, so changes are serialized. */
export const lockEndpoint = statement({
  name: 'webhook_endpoint.lock',
  unscoped: 'endpoint_of_several_organizations',
  takes: ONE,
  gives: [ENDPOINT, SECRETS],
  text: ({ p }) => `
    select ${ENDPOINT}, ${SECRETS} from webhook_endpoint e where e.id = ${p.id} and ${isWithin(p)} for update`,
});

/** The first half of the advisory lock key for counting an organization's endpoints. */
const COUNT_LOCK = 7_422;

/**
 * Blocks other creations of endpoints for these organizations until the transaction ends. Locks in one order, so that
 * two transactions never deadlock.
 */
export const lockEndpointCounts = statement({
  name: 'webhook_endpoint.lock_counts',
  unscoped: 'takes_a_lock',
  takes: { organizationIds: 'text[]' },
  gives: derived({ held: 'int8' }),
  text: ({ p }) => `
    select count(pg_advisory_xact_lock(hashtextextended(o.id, ${COUNT_LOCK}))::text) as held
      from (select id from unnest(${p.organizationIds}::text[]) id order by id) o`,
});

/** One of these organizations that has at least this many endpoints. */
export const fullOrganization = statement({
  name: 'webhook_endpoint.full_organization',
  unscoped: 'endpoint_of_several_organizations',
  takes: { organizationIds: 'text[]', most: 'int8' },
  gives: derived({ organizationId: 'text' }),
  text: ({ p }) => `
    select o.id as "organizationId" from webhook_endpoint e cross join lateral unnest(e.organization_ids) o (id)
     where e.deleted_at is null and e.organization_ids && ${p.organizationIds}::text[]
       and o.id = any(${p.organizationIds}::text[])
     group by o.id having count(*) >= ${p.most} limit 1`,
});

const GIVEN = ['id', 'url', 'description', 'actorKind', 'actor', 'secret'] as const;

export const insertEndpoint = statement({
  name: 'webhook_endpoint.insert',
  unscoped: 'endpoint_of_several_organizations',
  takes: {
    ...typesOf('WebhookEndpoint', GIVEN),
    types: 'text[]',
    organizationIds: 'text[]',
    scopes: 'text[]',
  },
  gives: ENDPOINT,
  text: ({ p }) => {
    const { into, values } = inserted(
      'WebhookEndpoint',
      {
        ...sameNamed(p, GIVEN),
        types: sql(`${p.types}::text[]`),
        organizationIds: sql(`${p.organizationIds}::text[]`),
        scopes: sql(`${p.scopes}::text[]`),
        status: LEFT_OUT,
        disabledReason: LEFT_OUT,
        disabledAt: LEFT_OUT,
        missedFrom: LEFT_OUT,
        missedUntil: LEFT_OUT,
        earlierSecret: LEFT_OUT,
        earlierSecretUntil: LEFT_OUT,
        failingSince: LEFT_OUT,
        failingEventId: LEFT_OUT,
        otherFailedAt: LEFT_OUT,
        lastError: LEFT_OUT,
        noticedAt: LEFT_OUT,
        eventSequence: LEFT_OUT,
        createdAt: LEFT_OUT,
        deletedAt: LEFT_OUT,
      },
      'e',
    );
    return `insert into ${into} values (${values}) returning ${ENDPOINT}`;
  },
});

const KEY = { id: 'WebhookEndpoint.id' } as const;

/** For a locked endpoint. */
export const changeEndpoint = statement({
  name: 'webhook_endpoint.change',
  unscoped: 'endpoint_of_several_organizations',
  takes: { ...KEY, url: 'WebhookEndpoint.url', description: 'WebhookEndpoint.description', types: 'text[]' },
  gives: ENDPOINT,
  text: ({ p }) => `
    update webhook_endpoint e set ${assigned('WebhookEndpoint', {
      url: p.url,
      description: p.description,
      types: sql(`${p.types}::text[]`),
    })}
     where e.id = ${p.id} returning ${ENDPOINT}`,
});

/** Sends no more events to it; queued ones wait. */
export const disableEndpoint = statement({
  name: 'webhook_endpoint.disable',
  unscoped: 'endpoint_of_several_organizations',
  takes: { ...KEY, reason: 'WebhookEndpoint.disabledReason' },
  gives: ENDPOINT,
  text: ({ p }) => `
    update webhook_endpoint e set status = 'disabled', disabled_reason = ${p.reason}, disabled_at = clock_timestamp()
     where e.id = ${p.id} and e.status = 'enabled' and e.deleted_at is null returning ${ENDPOINT}`,
});

/**
 * Restarts with events from now on, and records the missed period: from when it was disabled, or from the first event
 * not queued by then, until one millisecond from now, because instants are stored in milliseconds and the last event
 * may be in the current one.
 */
export const enableEndpoint = statement({
  name: 'webhook_endpoint.enable',
  unscoped: 'endpoint_of_several_organizations',
  takes: { ...KEY, passedOverSince: 'timestamptz?' },
  gives: ENDPOINT,
  text: ({ p }) => `
    update webhook_endpoint e set status = 'enabled', missed_from = least(e.disabled_at, ${p.passedOverSince}::timestamptz),
      missed_until = clock_timestamp() + interval '1 millisecond', disabled_reason = null, disabled_at = null,
      failing_since = null, failing_event_id = null, other_failed_at = null, noticed_at = null, last_error = null
     where e.id = ${p.id} and e.status = 'disabled' returning ${ENDPOINT}`,
});

/** Removes these organizations from the endpoint; others remain. */
export const withdrawEndpoint = statement({
  name: 'webhook_endpoint.withdraw',
  unscoped: 'endpoint_of_several_organizations',
  takes: { ...KEY, organizationIds: 'text[]' },
  gives: ENDPOINT,
  text: ({ p }) => `
    update webhook_endpoint e set organization_ids =
      array(select o.id from unnest(e.organization_ids) o (id) where o.id <> all (${p.organizationIds}::text[]))
     where e.id = ${p.id} returning ${ENDPOINT}`,
});

/** Removes its secrets; deliveries and attempts are deleted when they are old. */
export const deleteEndpoint = statement({
  name: 'webhook_endpoint.delete',
  unscoped: 'endpoint_of_several_organizations',
  takes: KEY,
  gives: ENDPOINT,
  text: ({ p }) => `
    update webhook_endpoint e set status = 'disabled', deleted_at = clock_timestamp(), secret = '', earlier_secret = null
     where e.id = ${p.id} returning ${ENDPOINT}`,
});

/** The previous secret also signs until it expires. */
export const rotateEndpointSecret = statement({
  name: 'webhook_endpoint.rotate_secret',
  unscoped: 'endpoint_of_several_organizations',
  takes: { ...KEY, secret: 'WebhookEndpoint.secret', hours: 'int4', earlier: 'WebhookEndpoint.earlierSecret' },
  gives: ENDPOINT,
  text: ({ p }) => `
    update webhook_endpoint e set secret = ${p.secret}, earlier_secret = ${p.earlier},
      earlier_secret_until = clock_timestamp() + make_interval(hours => ${p.hours}::int)
     where e.id = ${p.id} returning ${ENDPOINT}`,
});

/** Counts one more event about the endpoint. */
export const countEndpointEvent = statement({
  name: 'webhook_endpoint.count_event',
  unscoped: 'endpoint_of_several_organizations',
  takes: KEY,
  gives: columns('WebhookEndpoint', 'webhook_endpoint', ['eventSequence']),
  text: ({ p }) => `
    update webhook_endpoint set event_sequence = event_sequence + 1 where id = ${p.id} returning event_sequence as "eventSequence"`,
});

const ENABLED = columns('WebhookEndpoint', 'e', ['id', 'url', 'types']);
/** An endpoint's columns for the sender. */
export type EnabledEndpoint = RowOf<typeof ENABLED> & RowOf<typeof SECRETS> & { readonly hasEarlierSecret: boolean };

/** Enabled endpoints; the previous secret is included until it expires. */
export const enabledEndpoints = statement({
  name: 'webhook_endpoint.enabled',
  unscoped: 'work_for_all_organizations',
  gives: [ENABLED, SECRETS, derived({ hasEarlierSecret: 'bool' })],
  text: () => `
    select ${ENABLED}, ${SECRETS}, coalesce(e.earlier_secret_until > clock_timestamp(), false) as "hasEarlierSecret"
      from webhook_endpoint e where e.status = 'enabled' and e.deleted_at is null`,
});
