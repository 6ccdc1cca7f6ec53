import type { EmailEventType, EmailProviderCode } from '../../../core/contract/campaign-event.js';
import { type ListDefinition, NEWEST_FIRST } from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';
import type { ArrivingEvent } from '../campaign-event/enter-events.store.js';

const UNSCOPED = 'events that could not be stored belong to nobody yet; operators see to them';

/** What is kept of an event that was set aside: all that it takes to put it in again. */
export type SetAside = SetAsideEvent | SetAsideUnread;

interface SetAsideOrigin {
  /** As of the call that it came with; null when its receipt was written before. */
  readonly source: string | null;
  readonly isSigned: boolean;
  readonly organizationIds: readonly string[];
}

interface SetAsideEvent extends SetAsideOrigin {
  readonly event: ArrivingEvent;
}

export interface SetAsideUnread extends SetAsideOrigin {
  /** A body of the provider's with this event alone, in base64: it may be anything. Null: too long to be kept. */
  readonly unread: string | null;
}

type NewPoison = {
  id: string;
  batchId: string;
  position: number;
  provider: string;
  event: string;
  error: string;
  attempts: number;
};

/** Once per place in a call, however often the call is worked through. */
export const insertPoison = statement<NewPoison, never>({
  name: 'poison_event.insert',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    insert into poison_event (id, batch_id, position, provider, event, error, attempts)
    values (${p.id}, ${p.batchId}, ${p.position}, ${p.provider}::email_provider_code, ${p.event}::jsonb, ${p.error}, ${p.attempts})
    on conflict (batch_id, position) do nothing`,
});

/** What could not be read of one call: all of it in one statement, once per place. */
export const insertUnreadable = statement<{ batchId: string; provider: string; events: string }, never>({
  name: 'poison_event.insert_unreadable',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    insert into poison_event (id, batch_id, position, provider, event, error, attempts)
    select id, ${p.batchId}, position, ${p.provider}::email_provider_code, event, error, 1
      from jsonb_to_recordset(${p.events}::jsonb) as unread(id text, position int, event jsonb, error text)
    on conflict (batch_id, position) do nothing`,
});

export interface PoisonEventRow {
  readonly id: string;
  readonly batchId: string;
  readonly position: number;
  readonly provider: EmailProviderCode;
  /** Null, both, when it could not be read. */
  readonly providerEventId: string | null;
  readonly eventType: EmailEventType | null;
  readonly error: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly replayedAt: string | null;
}

const COLUMNS = `id, batch_id as "batchId", position, provider, event #>> '{event,providerEventId}' as "providerEventId",
  event #>> '{event,type}' as "eventType", error, attempts, created_at as "createdAt", replayed_at as "replayedAt"`;

type Filters = { isReplayed: boolean | null; createdFrom: string; createdBefore: string };
type AfterId = { afterId: string };

const poisonPage = statement<Filters & AfterId & { limit: number }, PoisonEventRow>({
  name: 'poison_event.page',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select ${COLUMNS} from poison_event
     where id < ${p.afterId} and created_at >= ${p.createdFrom}::timestamptz and created_at < ${p.createdBefore}::timestamptz
       and (${p.isReplayed}::boolean is null or (replayed_at is not null) = ${p.isReplayed})
     order by id desc limit ${p.limit}`,
});

/** Newest first. */
export const POISON_EVENTS: ListDefinition<Filters, AfterId, PoisonEventRow> = {
  name: 'poison_events',
  statement: poisonPage,
  ...NEWEST_FIRST,
};

/** Held until the end of the transaction: of two replays the second finds it replayed. */
export const lockPoison = statement<
  { id: string },
  { provider: string; replayedAt: string | null; setAside: SetAside }
>({
  name: 'poison_event.lock',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select provider, replayed_at as "replayedAt", event as "setAside" from poison_event where id = ${p.id} for update`,
});

export const markReplayed = statement<{ id: string }, never>({
  name: 'poison_event.mark_replayed',
  unscoped: UNSCOPED,
  text: ({ p }) => `update poison_event set replayed_at = now() where id = ${p.id}`,
});

export const markFailed = statement<{ id: string; error: string }, never>({
  name: 'poison_event.mark_failed',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    update poison_event set error = ${p.error}, attempts = attempts + 1 where id = ${p.id} and replayed_at is null`,
});

export const poisonByIds = statement<{ ids: readonly string[] }, PoisonEventRow>({
  name: 'poison_event.by_ids',
  unscoped: UNSCOPED,
  text: ({ p }) => `select ${COLUMNS} from poison_event where id = any(${p.ids}::text[]) order by id desc`,
});
