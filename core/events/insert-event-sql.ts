import { EVENTS, type EventObject, type EventType } from '../contract/event-types.js';
import { inserted, LEFT_OUT, leftOut, type Placeholder, type Sql, sql } from '../db/insert-sql.js';

/** A text in a statement: a piece of SQL or a parameter. */
type Text = Sql | Placeholder<string> | Placeholder<string | null>;

export interface EventValues {
  /** The event type, or SQL that selects one: `case … end`. */
  readonly type: EventType | Sql;
  readonly object: EventObject;
  readonly objectId: Sql;
  readonly organizationId: Sql;
  /** SQL for the account id; null for an event without an account. */
  readonly accountId: Sql;
  /** SQL for the object's count of events, this one included. */
  readonly sequence: Sql;
  readonly status: Text;
  /** The previous status as events and reads show it; never an internal one. */
  readonly previousStatus?: Text;
  readonly code?: Text;
  /** The id of an equal payment, schedule or run. */
  readonly possibleDuplicateOf?: Sql;
  readonly actor: Text;
}

/**
 * SQL that inserts an event, as part of the statement that makes the change: they are committed together or not at all,
 * and the event costs no extra round trip. `from` is the FROM clause: the rows that were changed.
 *
 * The object's row holds the count of its events (`event_sequence`). The same statement increments it under that row's
 * lock, so a later change to an object always has a greater number.
 */
export function insertEventSql(event: EventValues, from: string): string {
  const { type } = event;
  const { into, values } = inserted('Event', {
    id: LEFT_OUT,
    organizationId: event.organizationId,
    ...leftOut('transactionId', 'oldestTransactionId', 'position'),
    type: isType(type) ? sql(`'${type}'`) : type,
    objectType: sql(`'${event.object}'`),
    objectId: event.objectId,
    accountId: event.accountId,
    sequence: event.sequence,
    status: asText(event.status),
    previousStatus: event.previousStatus === undefined ? LEFT_OUT : asText(event.previousStatus),
    code: event.code === undefined ? LEFT_OUT : asText(event.code),
    possibleDuplicateOf: event.possibleDuplicateOf ?? LEFT_OUT,
    actor: asText(event.actor),
    createdAt: LEFT_OUT,
  });
  return `insert into ${into} select ${values} from ${from}`;
}

/** For SET: increments the count of events. */
export const NEXT_EVENT_SEQUENCE = sql('event_sequence + 1');

/** Casts to text, because each table stores its statuses as its own enum. */
function asText(text: Text): Sql {
  return sql(`(${text})::text`);
}

function isType(type: EventType | Sql): type is EventType {
  return Object.hasOwn(EVENTS, type);
}
