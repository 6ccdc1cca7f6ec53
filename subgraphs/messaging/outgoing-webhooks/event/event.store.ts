import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import { type ListDefinition, mergedAcrossOrganizations } from '../../../../core/db/list.js';
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
 * Whether nothing can come before an event any more: its transaction is older than every one that still runs. What commits later
 * has a later transaction than all that is served, so that whoever goes on behind the last one misses nothing.
 */
export function isSettled(alias: string): string {
  return `${alias}.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
}

/** How long every event can be gone on from. */
export const KEPT_DAYS = 30;

/**
 * How long events are kept, and served. Longer than one can be gone on from: what comes behind an event in their order may have been
 * written before it, by a transaction that began to write later, and must not be gone before it.
 */
export const KEPT = `interval '${KEPT_DAYS} days 1 hour'`;

/** The beginning of the ids of a time, which is SQL: they begin with their milliseconds. Before 1970 as of then. */
export function idOfTime(instant: string): string {
  return `upper(lpad(to_hex(greatest(extract(epoch from ${instant}) * 1000, 0)::bigint), 12, '0'))`;
}

/** Milliseconds since 1970; NaN of what is no event's id. */
export function timeOfId(id: string): number {
  return /^[0-9A-F]{12}/.test(id) ? Number.parseInt(id.slice(0, 12), 16) : Number.NaN;
}

/** `afterId` says how old the last event was, and is not compared with. */
export type EventPosition = { afterTransaction: string; afterPosition: string; afterId: string };
const FILTERS = { types: 'text[]?', families: 'text[]?', objectId: 'text?', since: 'text?' } as const;
type Filters = ParametersOf<typeof FILTERS>;

/** Oldest first. `families`: the types that begin with one. With either, whatever one of both lets pass. */
const eventPage = statement({
  name: 'event.page',
  takes: { ...FILTERS, afterTransaction: 'text', afterPosition: 'text', limit: 'int8' },
  gives: EVENT,
  text: ({ p, scope }) =>
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

/** More than the clocks differ by which events are written: that of a server, and of the one that takes its place. */
const CLOCKS_DIFFER = `interval '1 minute'`;

/**
 * A transaction before which no event of a time or later is, committed or not: the oldest one that still ran when the last event before
 * that time was written. Each organization's says so for all of them, for transactions are numbered together; the latest is the nearest.
 * No row: nothing was written before. It costs one event of each organization.
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

export const eventById = statement({
  name: 'event.by_id',
  takes: { id: 'Event.id' },
  gives: EVENT,
  text: ({ p, scope }) => `select ${EVENT} from event v where v.id = ${p.id} and ${scope('v.organization_id')}`,
});
