import { z } from 'zod';
import { isoDateText } from '../../core/contract/date-range.js';
import { queryInteger } from '../../core/contract/query.js';
import { PAGE_LIMIT } from '../../core/db/keyset.js';

/** Where every operation of Area B may say which organization it means (spec 4.4); the edge has checked it by then. */
export const organizationQuery = z.object({
  organization_id: z
    .string()
    .describe('Narrows the request to one organization of the allowlist; one outside it is refused.')
    .optional(),
});

/** Only ever what a page before it answered, with the same filters. */
export const cursorText = z.string().describe('`next_cursor` of the page before, with the same filters.');

/** Query of every list: bounds are inclusive and independent (spec 4.4, 8.2). Who issued a cursor says whether it is genuine. */
export const listQuery = organizationQuery
  .extend({
    from: isoDateText.describe('The first day, inclusive.').optional(),
    to: isoDateText.describe('The last day, inclusive.').optional(),
    limit: queryInteger(PAGE_LIMIT).describe('Rows of a page.'),
    cursor: cursorText.optional(),
  })
  .superRefine(inOrder);

/** `listQuery` with filters of one list. */
export function listQueryWith<F extends z.ZodRawShape>(filters: F) {
  return listQuery.safeExtend(filters);
}

function inOrder({ from, to }: { from?: string | undefined; to?: string | undefined }, context: z.core.$RefinementCtx) {
  if (from === undefined || to === undefined || from <= to) return;
  context.addIssue({ code: 'custom', path: ['to'], message: 'to must not be earlier than from' });
}
