import { z } from 'zod';
import { isoDateText } from '../../core/contract/date-range.js';
import { queryInteger } from '../../core/contract/query-parameters.js';
import { PAGE_LIMIT } from '../../core/db/list-cursors-and-limits.js';

/*
 * Every schema here is closed: a misspelt or unknown parameter is refused. If it were ignored, a request with a
 * misspelt filter would return every row.
 */

/** Every operation accepts an organization; it was checked before this schema is used. */
export const organizationQuery = z.strictObject({
  organization_id: z
    .string()
    .describe('Limits the request to one organization of the allowlist; any other organization is refused.')
    .optional(),
});

const BOUNDS = z.object({ from: z.string(), to: z.string() });

/** Reported together with all other problems, once both are dates. */
const IN_ORDER = {
  path: ['to'],
  message: 'to must not be earlier than from',
  when: ({ value }: { readonly value: unknown }) => BOUNDS.safeParse(value).success,
};

/** Only a value that the previous page returned, with the same filters. */
const cursorText = z.string().min(1).describe('`next_cursor` of the previous page, with the same filters.');

/** For lists only. */
export const pageCursor = cursorText.optional();

/** Query of sums over a range of days: bounds are inclusive and independent. */
export const rangeQuery = organizationQuery
  .extend({
    from: isoDateText.describe('The first day, inclusive.').optional(),
    to: isoDateText.describe('The last day, inclusive.').optional(),
  })
  .refine(isInOrder, IN_ORDER);

/**
 * Query of every list: bounds are inclusive and independent. The issuer of a cursor verifies it. A list adds its own
 * filters with `safeExtend`.
 */
export const listQuery = organizationQuery
  .extend({
    from: isoDateText.describe('The first day, inclusive.').optional(),
    to: isoDateText.describe('The last day, inclusive.').optional(),
    limit: queryInteger(PAGE_LIMIT).describe('Rows per page.'),
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
 * Query of Area B's operations that are not lists, and of their mirrors: they accept the contract's common parameters,
 * so that a client can always send them. They are validated but have no effect.
 */
export const commonQuery = organizationQuery.extend(WITHOUT_EFFECT).refine(isInOrder, IN_ORDER);

/** Whether a parameter is one of those, which the contract document does not list. */
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
