import { columns, type RowOf, typesOf } from '../../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, leftOut, sameNamed, sql } from '../../../core/db/insert-sql.js';
import type { ListDefinition } from '../../../core/db/paged-lists.js';
import { NEWEST_FIRST } from '../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../core/db/statement.js';

const EVENT = columns('ProcessorEvent', 'e', [
  'id',
  'processor',
  'externalId',
  'type',
  'aboutKind',
  'aboutId',
  'source',
  'status',
  'outcome',
  'tries',
  'receivedAt',
  'processedAt',
]);
export type ProcessorEventRow = RowOf<typeof EVENT>;
const ID = columns('ProcessorEvent', 'e', ['id', 'status']);

/** No row: it is stored already. */
export const insertProcessorEvent = statement({
  name: 'processor_event.insert',
  unscoped: 'before_the_organization_is_known',
  takes: {
    ...typesOf('ProcessorEvent', ['id', 'processor', 'externalId', 'type', 'aboutKind', 'aboutId', 'source']),
  },
  gives: ID,
  text: ({ p }) => {
    const { into, values } = inserted(
      'ProcessorEvent',
      {
        ...sameNamed(p, ['id', 'processor', 'externalId', 'type', 'aboutKind', 'aboutId', 'source']),
        status: sql(`case when ${p.aboutId}::text is null then 'ignored' else 'received' end::processor_event_status`),
        ...leftOut('outcome', 'tries', 'again', 'triedAt', 'receivedAt', 'processedAt'),
      },
      'e',
    );
    return `
    insert into ${into} values (${values})
    on conflict (processor, external_id) do nothing
    returning ${ID}`;
  },
});

export const processorEventById = statement({
  name: 'processor_event.by_id',
  unscoped: 'before_the_organization_is_known',
  takes: { id: 'ProcessorEvent.id' },
  gives: EVENT,
  text: ({ p }) => `select ${EVENT} from processor_event e where e.id = ${p.id}`,
});

const TRIED = columns('ProcessorEvent', 'e', ['again']);

/** Counted before each try, so that a try that kills its worker counts. No row: it is done. */
export const tryProcessorEvent = statement({
  name: 'processor_event.try',
  unscoped: 'before_the_organization_is_known',
  takes: { id: 'ProcessorEvent.id' },
  gives: [EVENT, TRIED],
  text: ({ p }) => `
    update processor_event e set tries = e.tries + 1, tried_at = clock_timestamp()
     where e.id = ${p.id} and e.status = 'received' returning ${EVENT}, ${TRIED}`,
});

/** The result of a try; `received`: it is tried again. */
export const settleProcessorEvent = statement({
  name: 'processor_event.settle',
  unscoped: 'before_the_organization_is_known',
  takes: {
    ...typesOf('ProcessorEvent', ['id', 'status', 'outcome']),
    processedAt: 'timestamptz',
  },
  gives: ID,
  text: ({ p }) => `
    update processor_event e set ${assigned('ProcessorEvent', {
      ...sameNamed(p, ['status', 'outcome', 'processedAt']),
      again: sql('false'),
    })} where e.id = ${p.id} and e.status = 'received' returning ${ID}`,
});

/**
 * Opens an event for processing again, whatever its previous result. No row: it does not exist, or its type is
 * ignored.
 */
export const reopenProcessorEvent = statement({
  name: 'processor_event.reopen',
  unscoped: 'before_the_organization_is_known',
  takes: { id: 'ProcessorEvent.id' },
  gives: EVENT,
  text: ({ p }) => `
    update processor_event e set status = 'received', tries = 0, outcome = null, processed_at = null, again = true,
           tried_at = clock_timestamp()
     where e.id = ${p.id} and e.about_id is not null returning ${EVENT}`,
});

/** Events that may have no worker: a killed worker keeps its job locked for minutes. */
export const overdueProcessorEvents = statement({
  name: 'processor_event.overdue',
  unscoped: 'before_the_organization_is_known',
  takes: { olderThanMs: 'float8', limit: 'int8' },
  gives: ID,
  text: ({ p }) => `
    select ${ID} from processor_event e
     where e.status = 'received'
       and coalesce(e.tried_at, e.received_at) < clock_timestamp() - make_interval(secs => ${p.olderThanMs}::float8 / 1000)
     order by e.received_at limit ${p.limit}`,
});

/** Old events that are done: the processor does not report them again. */
export const deleteOldProcessorEvents = statement({
  name: 'processor_event.delete_old',
  unscoped: 'work_for_all_organizations',
  takes: { olderThanDays: 'int4', limit: 'int8' },
  gives: ID,
  text: ({ p }) => `
    delete from processor_event e where e.id in (
      select o.id from processor_event o
       where o.status in ('done', 'ignored')
         and o.received_at < clock_timestamp() - make_interval(days => ${p.olderThanDays}::int)
       order by o.received_at limit ${p.limit})
    returning ${ID}`,
});

const FILTERS = { status: 'text?', processor: 'ProcessorEvent.processor?' } as const;
type Filters = ParametersOf<typeof FILTERS>;

const eventPage = statement({
  name: 'processor_event.page',
  unscoped: 'before_the_organization_is_known',
  takes: { ...FILTERS, afterId: 'ProcessorEvent.id', limit: 'int8' },
  gives: EVENT,
  text: ({ p }) => `
    select ${EVENT} from processor_event e
     where e.id < ${p.afterId}
       and (${p.status}::text is null or e.status = ${p.status}::text::processor_event_status)
       and (${p.processor}::text is null or e.processor = ${p.processor})
     order by e.id desc limit ${p.limit}`,
});

/** Newest first. */
export const PROCESSOR_EVENTS: ListDefinition<Filters, { afterId: string }, ProcessorEventRow> = {
  name: 'processor_events',
  statement: eventPage,
  ...NEWEST_FIRST,
};

const PULL = columns('ProcessorPull', 'l', [
  'processor',
  'followedFrom',
  'completeThrough',
  'startedAt',
  'since',
  'position',
]);
export type ProcessorPullRow = RowOf<typeof PULL>;

export const pullOf = statement({
  name: 'processor_pull.of',
  unscoped: 'table_without_organizations',
  takes: { processor: 'ProcessorPull.processor' },
  gives: PULL,
  text: ({ p }) => `select ${PULL} from processor_pull l where l.processor = ${p.processor}`,
});

const FOLLOWED = columns('ProcessorPull', 'l', ['followedFrom']);

/** Since when a processor is followed: from now, if it was not before. */
export const followProcessor = statement({
  name: 'processor_pull.follow',
  unscoped: 'table_without_organizations',
  takes: { processor: 'ProcessorPull.processor', now: 'timestamptz' },
  gives: FOLLOWED,
  text: ({ p }) => `
    insert into processor_pull as l (processor, followed_from) values (${p.processor}, ${p.now}::timestamptz)
    on conflict (processor) do update set followed_from = coalesce(l.followed_from, excluded.followed_from)
    returning ${FOLLOWED}`,
});

/** The position of a pull: between two of its pages, or null at its end. */
export const writePull = statement({
  name: 'processor_pull.write',
  unscoped: 'table_without_organizations',
  takes: {
    processor: 'ProcessorPull.processor',
    completeThrough: 'timestamptz?',
    startedAt: 'timestamptz?',
    since: 'timestamptz?',
    position: 'ProcessorPull.position',
  },
  text: ({ p }) => {
    const { into, values } = inserted('ProcessorPull', {
      processor: p.processor,
      followedFrom: LEFT_OUT,
      ...sameNamed(p, ['completeThrough', 'startedAt', 'since', 'position']),
    });
    return `
    insert into ${into} values (${values})
    on conflict (processor) do update set complete_through = excluded.complete_through,
      started_at = excluded.started_at, since = excluded.since, position = excluded.position`;
  },
});
