import { z } from 'zod';
import { EVENT_OBJECTS, EVENT_TYPES } from './event-types.js';

/** All types of one kind of object: `payment.*`. */
const FAMILIES = EVENT_OBJECTS.map((object) => `${object}.*` as const);

/** The values by which a list of events can be filtered. */
export const EVENT_FILTERS = [...EVENT_TYPES, ...FAMILIES] as const;
export const eventFilter = z.enum(EVENT_FILTERS);
/** The event types that a webhook endpoint may subscribe to. */
export const eventSubscription = z.enum([...EVENT_FILTERS, '*']);
export type EventSubscription = z.output<typeof eventSubscription>;

/** The common prefix of the types in a family; undefined for a single type. */
export function familyOf(filter: string): string | undefined {
  return filter.endsWith('*') ? filter.slice(0, -1) : undefined;
}
