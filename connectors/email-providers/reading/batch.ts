import type { z } from 'zod';
import type { NormalizedEvent, ParsedBatch, PlacedEvent, UnreadableEvent } from '../port.js';
import { isJsonObject, type JsonObject, jsonOf } from './json.js';
import { type EventFields, normalized } from './normalize-event.js';

/**
 * A body with more unreadable events than this is not the provider's, or not in a format that we know: it is set aside
 * and read again as a whole.
 */
const MOST_UNREADABLE = 1_000;

/** How a provider's body is split into events. */
export interface BatchReader {
  /** The events in a body; undefined when the body is not this provider's. */
  eventsOf(body: unknown): readonly unknown[] | undefined;
  /** A body with one event: the opposite of `eventsOf`. */
  bodyOf(event: unknown): unknown;
  readEvent(event: JsonObject): ReadEvent;
}

export type ReadEvent =
  | { readonly kind: 'kept'; readonly event: NormalizedEvent }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unreadable'; readonly reason: string };

export const IGNORED: ReadEvent = { kind: 'ignored' };

export function readBatch(rawBody: Uint8Array, reader: BatchReader): ParsedBatch {
  const json = jsonOf(rawBody);
  if (json.kind === 'malformed') return json;
  const found = reader.eventsOf(json.value);
  if (found === undefined) return { kind: 'malformed', reason: 'unexpected_shape' };

  const events: PlacedEvent[] = [];
  const unreadable: UnreadableEvent[] = [];
  let ignoredCount = 0;
  for (const [position, event] of found.entries()) {
    const read = isJsonObject(event) ? reader.readEvent(event) : NO_OBJECT;
    if (read.kind === 'kept') events.push({ position, event: read.event });
    else if (read.kind === 'ignored') ignoredCount += 1;
    else unreadable.push({ position, reason: read.reason, body: Buffer.from(JSON.stringify(reader.bodyOf(event))) });
    if (unreadable.length > MOST_UNREADABLE) return { kind: 'malformed', reason: 'too_many_unreadable' };
  }
  return { kind: 'parsed', events, ignoredCount, unreadable };
}

const NO_OBJECT: ReadEvent = { kind: 'unreadable', reason: 'not an object' };

/** Reads one event by its schema; an event with a required field missing or invalid is unreadable. */
export function readAs<Fields>(
  schema: z.ZodType<Fields>,
  event: JsonObject,
  fieldsOf: (read: Fields) => EventFields,
): ReadEvent {
  const parsed = schema.safeParse(event);
  if (parsed.success) return { kind: 'kept', event: normalized(fieldsOf(parsed.data)) };
  const [issue] = parsed.error.issues;
  return { kind: 'unreadable', reason: `${issue?.path.join('.')}: ${issue?.code}` };
}
