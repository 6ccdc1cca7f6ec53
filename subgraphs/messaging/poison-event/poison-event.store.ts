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
  /** A body of the provider's with this event alone, in base64: it may be anything. Null: too long, it is in its call. */
  readonly unread: string | null;
  /** It is no event, but a call that could not be read at all. */
  readonly isWhole: boolean;
}

type NewPoison = {
  id: string;
  batchId: string | null;
  position: number | null;
  provider: string;
  event: string;
  error: string;
  attempts: number;
};

/** Once per place in a call, however often the call is worked through; what has waited has none, and is taken out once. */
export const insertPoison = statement<NewPoison, never>({
  name: 'poison_event.insert',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    insert into poison_event (id, batch_id, position, provider, event, error, attempts)
    values (${p.id}, ${p.batchId}::text, ${p.position}::int, ${p.provider}::email_provider_code, ${p.event}::jsonb, ${p.error}, ${p.attempts})
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
  /** Null, both, of an event that has waited for its campaign. */
  readonly batchId: string | null;
  readonly position: number | null;
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

export interface PoisonToReplay {
  readonly provider: string;
  readonly replayedAt: string | null;
  readonly position: number | null;
  readonly setAside: SetAside;
  /** Of its call, where it is not kept by itself; null when there is none any more, or no need. */
  readonly body: Buffer | null;
}

export const poisonToReplay = statement<{ id: string }, PoisonToReplay>({
  name: 'poison_event.to_replay',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select e.provider, e.replayed_at as "replayedAt", e.position, e.event as "setAside", b.body
      from poison_event e
      left join webhook_batch b on b.id = e.batch_id and e.event -> 'unread' = 'null'::jsonb
     where e.id = ${p.id}`,
});

/** Held until the end of the transaction: of two replays the second finds it replayed. */
export const lockPoison = statement<{ id: string }, { replayedAt: string | null }>({
  name: 'poison_event.lock',
  unscoped: UNSCOPED,
  text: ({ p }) => `select replayed_at as "replayedAt" from poison_event where id = ${p.id} for update`,
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
