import { z } from 'zod';
import { isoDateText } from '../../core/contract/date-range.js';
import { queryInteger } from '../../core/contract/query.js';
import { PAGE_LIMIT } from '../../core/db/keyset.js';

/*
 * Every schema here is closed: a parameter that is misspelt, or that an operation does not have, is refused. Passed over, it would
 * answer a filter that nobody applied with every row there is.
 */

/** Every operation may be told which organization is meant; the edge has checked it by then. */
export const organizationQuery = z.strictObject({
  organization_id: z
    .string()
    .describe('Narrows the request to one organization of the allowlist; one outside it is refused.')
    .optional(),
});

const BOUNDS = z.object({ from: z.string(), to: z.string() });

/** Told beside whatever else is wrong, once both are dates. */
const IN_ORDER = {
  path: ['to'],
  message: 'to must not be earlier than from',
  when: ({ value }: { readonly value: unknown }) => BOUNDS.safeParse(value).success,
};

/** Only ever what a page before it answered, with the same filters. */
const cursorText = z.string().min(1).describe('`next_cursor` of the page before, with the same filters.');

/** Of every list, and of nothing else. */
export const pageCursor = cursorText.optional();

/** Query of what is summed over a range of days: bounds are inclusive and independent. */
export const rangeQuery = organizationQuery
  .extend({
    from: isoDateText.describe('The first day, inclusive.').optional(),
    to: isoDateText.describe('The last day, inclusive.').optional(),
  })
  .refine(isInOrder, IN_ORDER);

/**
 * Query of every list: bounds are inclusive and independent. Who issued a cursor says whether it is genuine. A list with filters of
 * its own takes them by `safeExtend`.
 */
export const listQuery = organizationQuery
  .extend({
    from: isoDateText.describe('The first day, inclusive.').optional(),
    to: isoDateText.describe('The last day, inclusive.').optional(),
    limit: queryInteger(PAGE_LIMIT).describe('Rows of a page.'),
    cursor: pageCursor,
  })
  .refine(isInOrder, IN_ORDER);

const WITHOUT_EFFECT = {
  from: isoDateText.optional(),
  to: isoDateText.optional(),
  limit: queryInteger(PAGE_LIMIT),
  cursor: z.string().optional(),
};

/**
 * Query of Area B's operations that are no lists, and of their mirrors: the parameters that the contract calls common are taken
 * everywhere, so that a client can send them with everything. Here they are checked, and change nothing.
 */
export const commonQuery = organizationQuery.extend(WITHOUT_EFFECT).refine(isInOrder, IN_ORDER);

/** Whether a parameter of a query is one of those: the contract document does not list it. */
export function hasNoEffect(query: z.ZodObject | undefined, name: string): boolean {
  return Object.hasOwn(WITHOUT_EFFECT, name) && query?.shape[name] === Reflect.get(WITHOUT_EFFECT, name);
}

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function isInOrder({ from, to }: Range): boolean {
  return from === undefined || to === undefined || from <= to;
}
