import type { EmailEventType } from '../../../../core/contract/campaign-event.js';
import { columns, columnsAs, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { inserted, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import {
  type AfterId,
  CREATED,
  isCreatedThen,
  type ListDefinition,
  NEWEST_FIRST,
} from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';
import type { ArrivingEvent } from '../campaign-event/enter-events.store.js';

/** A stored event that was set aside, with everything needed to enter it again. */
export type SetAside = SetAsideEvent | SetAsideUnread;

interface SetAsideOrigin {
  /** From its call; null when its receipt was written before. */
  readonly source: string | null;
  readonly isSigned: boolean;
  readonly organizationIds: readonly string[];
}

interface SetAsideEvent extends SetAsideOrigin {
  readonly event: ArrivingEvent;
}

export interface SetAsideUnread extends SetAsideOrigin {
  /**
   * A provider's body with only this event, in base64, because it may be any bytes. Null if it is too long: then it
   * is in its call.
   */
  readonly unread: string | null;
  /** The whole call could not be read, not a single event. */
  readonly isWhole: boolean;
}

/**
 * Once per position in a call, however often the call is processed. An event that waited for its campaign has no
 * position, and is taken out once.
 */
export const insertPoison = statement({
  name: 'poison_event.insert',
  unscoped: 'before_the_organization_is_known',
  takes: {
    ...typesOf('PoisonEvent', ['id', 'batchId', 'position', 'provider', 'event', 'error', 'attempts']),
  },
  text: ({ p }) => {
    const { into, values } = inserted('PoisonEvent', {
      ...sameNamed(p, ['id', 'batchId', 'position', 'provider', 'event', 'error', 'attempts']),
      ...leftOut('createdAt', 'replayedAt'),
    });
    return `insert into ${into} values (${values}) on conflict (batch_id, position) do nothing`;
  },
});

/** Stores the unreadable parts of one call in one statement, once per position. */
export const insertUnreadable = statement({
  name: 'poison_event.insert_unreadable',
  unscoped: 'before_the_organization_is_known',
  takes: { batchId: 'WebhookBatch.id', provider: 'PoisonEvent.provider', events: 'jsonb' },
  text: ({ p }) => {
    const { into, values } = inserted('PoisonEvent', {
      id: sql('id'),
      batchId: p.batchId,
      position: sql('position'),
      provider: p.provider,
      event: sql('event'),
      error: sql('error'),
      attempts: sql('1'),
      ...leftOut('createdAt', 'replayedAt'),
    });
    return `
    insert into ${into}
    select ${values}
      from jsonb_to_recordset(${p.events}::jsonb) as unread(id text, position int, event jsonb, error text)
    on conflict (batch_id, position) do nothing`;
  },
});

/** Both null when the event could not be read. */
const READ = derived({ providerEventId: 'text?', eventType: 'text?' }).as<{ eventType: EmailEventType | null }>();

const POISON = columns('PoisonEvent', 'e', [
  'id',
  'batchId',
  'position',
  'provider',
  'error',
  'attempts',
  'createdAt',
  'replayedAt',
]).and(READ, `e.event #>> '{event,providerEventId}' as "providerEventId"`, `e.event #>> '{event,type}' as "eventType"`);
export type PoisonEventRow = RowOf<typeof POISON>;

const FILTERS = { isReplayed: 'bool?', ...CREATED } as const;

const poisonPage = statement({
  name: 'poison_event.page',
  unscoped: 'before_the_organization_is_known',
  takes: { ...FILTERS, afterId: 'PoisonEvent.id', limit: 'int8' },
  gives: POISON,
  text: ({ p }) => `
    select ${POISON} from poison_event e
     where e.id < ${p.afterId} and ${isCreatedThen('e', p)}
       and (${p.isReplayed}::boolean is null or (e.replayed_at is not null) = ${p.isReplayed})
     order by e.id desc limit ${p.limit}`,
});

/** Newest first. */
export const POISON_EVENTS: ListDefinition<ParametersOf<typeof FILTERS>, AfterId, PoisonEventRow> = {
  name: 'poison_events',
  statement: poisonPage,
  ...NEWEST_FIRST,
};

const KEPT = columnsAs('PoisonEvent', 'e', {
  provider: 'provider',
  replayedAt: 'replayedAt',
  position: 'position',
  setAside: 'event',
}).as<{ setAside: SetAside }>();
/** The body of its call, if the event has none of its own; null if the call was deleted or is not needed. */
const CALL = columns('WebhookBatch', 'b', ['body']).orNull();
export type PoisonToReplay = RowOf<typeof KEPT> & RowOf<typeof CALL>;

const POISON_KEY = { id: 'PoisonEvent.id' } as const;

export const poisonToReplay = statement({
  name: 'poison_event.to_replay',
  unscoped: 'before_the_organization_is_known',
  takes: POISON_KEY,
  gives: [KEPT, CALL],
  text: ({ p }) => `
    select ${KEPT}, ${CALL}
      from poison_event e
      left join webhook_batch b on b.id = e.batch_id and e.event -> 'unread' = 'null'::jsonb
     where e.id = ${p.id}`,
});

const REPLAYED = columns('PoisonEvent', 'e', ['replayedAt']);

/** Locked until the transaction ends: of two replays, the second finds it replayed. */
export const lockPoison = statement({
  name: 'poison_event.lock',
  unscoped: 'before_the_organization_is_known',
  takes: POISON_KEY,
  gives: REPLAYED,
  text: ({ p }) => `select ${REPLAYED} from poison_event e where e.id = ${p.id} for update`,
});

export const markReplayed = statement({
  name: 'poison_event.mark_replayed',
  unscoped: 'before_the_organization_is_known',
  takes: POISON_KEY,
  text: ({ p }) => `update poison_event set replayed_at = now() where id = ${p.id}`,
});

export const markFailed = statement({
  name: 'poison_event.mark_failed',
  unscoped: 'before_the_organization_is_known',
  takes: { ...POISON_KEY, error: 'PoisonEvent.error' },
  text: ({ p }) => `
    update poison_event set error = ${p.error}, attempts = attempts + 1 where id = ${p.id} and replayed_at is null`,
});

export const poisonByIds = statement({
  name: 'poison_event.by_ids',
  unscoped: 'before_the_organization_is_known',
  takes: { ids: 'PoisonEvent.id[]' },
  gives: POISON,
  text: ({ p }) => `select ${POISON} from poison_event e where e.id = any(${p.ids}::text[]) order by e.id desc`,
});
