import { readById } from '../../../../core/db/by-id.js';
import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import { type ListDefinition, mergedAcrossOrganizations } from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';

const EVENT = columns('Event', 'v', [
  'id',
  'organizationId',
  'type',
  'objectType',
  'objectId',
  'accountId',
  'sequence',
  'status',
  'previousStatus',
  'code',
  'actor',
  'possibleDuplicateOf',
  'createdAt',
  'transactionId',
  'position',
]);
export type EventRow = RowOf<typeof EVENT>;

/**
 * Whether no event can appear before this one any more: its transaction is older than every running one. An event
 * that commits later has a later transaction than all served events, so a client that continues after the last one
 * misses nothing.
 */
export function isSettled(alias: string): string {
  return `${alias}.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
}

/** How long a client can continue from any event. */
export const KEPT_DAYS = 30;

/**
 * How long events are stored and served. Longer than a client can continue from one: an event that follows another in
 * order may have been written before it, by a transaction that started to write later, and must not be deleted
 * earlier.
 */
export const KEPT = `interval '${KEPT_DAYS} days 1 hour'`;

/**
 * SQL for the first characters of ids at an instant: ids start with their milliseconds. Instants before 1970 count as
 * 1970.
 */
export function idOfTime(instant: string): string {
  return `upper(lpad(to_hex(greatest(extract(epoch from ${instant}) * 1000, 0)::bigint), 12, '0'))`;
}

/** Milliseconds since 1970; NaN for a text that is not an event id. */
export function timeOfId(id: string): number {
  return /^[0-9A-F]{12}/.test(id) ? Number.parseInt(id.slice(0, 12), 16) : Number.NaN;
}

/** `afterId` carries the age of the last event and is not compared. */
export type EventPosition = { afterTransaction: string; afterPosition: string; afterId: string };
const FILTERS = { types: 'text[]?', families: 'text[]?', objectId: 'text?', since: 'text?' } as const;
type Filters = ParametersOf<typeof FILTERS>;

/** Oldest first. `families`: types by prefix. With both filters, events that match either. */
const eventPage = statement({
  name: 'event.page',
  takes: { ...FILTERS, afterTransaction: 'text', afterPosition: 'text', limit: 'int8' },
  gives: EVENT,
  text: ({ p, scope, only }) =>
    mergedAcrossOrganizations({
      rows: `select ${EVENT} from event v
        where v.organization_id = organization.id
          and (v.transaction_id, v.position) > (${p.afterTransaction}::text::bigint, ${p.afterPosition}::text::bigint)
          and ${isSettled('v')} and v.created_at > now() - ${KEPT}
          and (${p.types}::text[] is null or v.type = any(${p.types}::text[])
            or exists (select from unnest(${p.families}::text[]) as family(beginning) where starts_with(v.type, family.beginning)))
          and (${p.objectId}::text is null or v.object_id = ${p.objectId})
          and (${p.since}::text is null or v.created_at >= ${p.since}::text::timestamptz)`,
      order: 'v.transaction_id, v.position',
      mergedOrder: '"transactionId", position',
      limit: p.limit,
      scope,
      only,
    }),
});

export const EVENT_LIST: ListDefinition<Filters, EventPosition, EventRow> = {
  name: 'events',
  statement: eventPage,
  start: { afterTransaction: '0', afterPosition: '0', afterId: '' },
  positionOf: ({ transactionId, position, id }) => ({
    afterTransaction: String(transactionId),
    afterPosition: String(position),
    afterId: id,
  }),
};

/** More than the clock difference between servers that write events, for example after a failover. */
const CLOCKS_DIFFER = `interval '1 minute'`;

/**
 * A transaction id that no event at or after a time can precede, committed or not: the oldest transaction still
 * running when the last event before that time was written. Transactions are numbered across organizations, so each
 * organization gives a valid bound and the highest is the best. No row: no earlier events. Reads one event per
 * organization.
 */
export const startOfTime = statement({
  name: 'event.start_of_time',
  takes: { since: 'text' },
  gives: derived({ transactionId: 'text' }),
  text: ({ p, scope }) => `
    select max(last.oldest_transaction_id)::text as "transactionId" from organization o
     cross join lateral (
       select v.oldest_transaction_id from event v
        where v.organization_id = o.id and v.id < ${idOfTime(`${p.since}::text::timestamptz - ${CLOCKS_DIFFER}`)}
        order by v.id desc limit 1) last
     where ${scope('o.id')} having max(last.oldest_transaction_id) is not null`,
});

export const eventById = readById('event.by_id', 'Event', 'v', EVENT);
