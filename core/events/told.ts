import { EVENTS, type EventObject, type EventType } from '../contract/event-types.js';
import { inserted, LEFT_OUT, type Placeholder, type Sql, sql } from '../db/written.js';

/** Text in a statement: a piece of SQL that gives it, or a parameter. */
type Text = Sql | Placeholder<string> | Placeholder<string | null>;

export interface ToldEvent {
  /** Which type, or SQL that gives one: `case … end`. */
  readonly type: EventType | Sql;
  readonly object: EventObject;
  readonly objectId: Sql;
  readonly organizationId: Sql;
  /** Whose account it is about; SQL that gives null where there is none. */
  readonly accountId: Sql;
  /** The object's own count of events, after this one. */
  readonly sequence: Sql;
  readonly status: Text;
  /** The status that was shown before: of an event, or of a read; none of those that only the product knows. */
  readonly previousStatus?: Text;
  readonly code?: Text;
  /** The other one that a payment, schedule or run equalled. */
  readonly possibleDuplicateOf?: Sql;
  readonly actor: Text;
}

/**
 * The insert of an event, as a part of the statement that makes the change: neither is there without the other, and it costs no
 * round trip of its own. `from` is what stands behind FROM: the rows that were changed.
 *
 * The object's row carries the count of its events (`event_sequence`) and is raised by the same statement, under that row's lock: so
 * of two changes of one object the later one has the greater number.
 */
export function told(event: ToldEvent, from: string): string {
  const { type } = event;
  const { into, values } = inserted('Event', {
    id: LEFT_OUT,
    organizationId: event.organizationId,
    transactionId: LEFT_OUT,
    oldestTransactionId: LEFT_OUT,
    position: LEFT_OUT,
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

/** In SET: one event more. */
export const ONE_MORE = sql('event_sequence + 1');

/** Statuses are enums of their own where they are kept. */
function asText(text: Text): Sql {
  return sql(`(${text})::text`);
}

function isType(type: EventType | Sql): type is EventType {
  return Object.hasOwn(EVENTS, type);
}
