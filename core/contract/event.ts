import { z } from 'zod';
import { EVENT_OBJECTS, EVENT_TYPES } from './event-types.js';

/** All types of one kind of object: `payment.*`. */
const FAMILIES = EVENT_OBJECTS.map((object) => `${object}.*` as const);

/** What a list of events may be narrowed to. */
export const EVENT_FILTERS = [...EVENT_TYPES, ...FAMILIES] as const;
export const eventFilter = z.enum(EVENT_FILTERS);
/** What a webhook endpoint may be sent. */
export const eventSubscription = z.enum([...EVENT_FILTERS, '*']);
export type EventSubscription = z.output<typeof eventSubscription>;

/** The beginning that the types of a family have in common; undefined for one type. */
export function familyOf(filter: string): string | undefined {
  return filter.endsWith('*') ? filter.slice(0, -1) : undefined;
}
