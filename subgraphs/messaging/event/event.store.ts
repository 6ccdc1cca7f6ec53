import { columns, type RowOf } from '../../../core/db/columns.js';
import { type ListDefinition, mergedAcrossOrganizations } from '../../../core/db/list.js';
import { type ParametersOf, statement } from '../../../core/db/statement.js';

const EVENT = columns('Event', 'v', [
  'id',
  'organizationId',
  'type',
  'objectType',
  'objectId',
  'sequence',
  'status',
  'previousStatus',
  'code',
  'actor',
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

/** How long events are kept, and served. */
export const KEPT = `interval '30 days'`;

type After = { afterTransaction: string; afterPosition: string };
const FILTERS = { type: 'text?', family: 'text?', objectId: 'text?' } as const;
type Filters = ParametersOf<typeof FILTERS>;

/** Oldest first. `family`: the types that begin with it. */
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
          and (${p.type}::text is null or v.type = ${p.type})
          and (${p.family}::text is null or starts_with(v.type, ${p.family}))
          and (${p.objectId}::text is null or v.object_id = ${p.objectId})`,
      order: 'v.transaction_id, v.position',
      mergedOrder: '"transactionId", position',
      limit: p.limit,
      scope,
    }),
});

export const EVENT_LIST: ListDefinition<Filters, After, EventRow> = {
  name: 'events',
  statement: eventPage,
  start: { afterTransaction: '0', afterPosition: '0' },
  positionOf: ({ transactionId, position }) => ({
    afterTransaction: String(transactionId),
    afterPosition: String(position),
  }),
};

export const eventById = statement({
  name: 'event.by_id',
  takes: { id: 'Event.id' },
  gives: EVENT,
  text: ({ p, scope }) => `select ${EVENT} from event v where v.id = ${p.id} and ${scope('v.organization_id')}`,
});
