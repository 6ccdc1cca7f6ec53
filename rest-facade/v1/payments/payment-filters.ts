import { z } from 'zod';
import { COLLECTED_PAYMENT_STATUSES, PAYMENT_METHODS } from '../../../core/contract/collected-payment.js';
import { isoDateText } from '../../../core/contract/date-range.js';
import { queryCents, severalOf } from '../../../core/contract/query-parameters.js';

/** Filters of payment lists. */
export const paymentFilters = {
  status: severalOf(COLLECTED_PAYMENT_STATUSES).describe('Only payments with this status; may be repeated.').optional(),
  payment_method: severalOf(PAYMENT_METHODS)
    .describe('Only payments collected by this method; may be repeated.')
    .optional(),
  amount_cents: queryCents.describe('Only payments of exactly this many cents.').optional(),
  min_amount_cents: queryCents.describe('Only payments of at least this many cents.').optional(),
  max_amount_cents: queryCents.describe('Only payments of at most this many cents.').optional(),
  effective_date: isoDateText.describe('Only payments applied on this business day.').optional(),
  effective_from: isoDateText.describe('Only payments applied on or after this business day.').optional(),
  effective_to: isoDateText.describe('Only payments applied on or before this business day.').optional(),
};

type Filters = z.output<z.ZodObject<typeof paymentFilters>>;

/** The same in the graph's format: a single day or amount becomes a range. */
export function paymentFilterVariables(query: Filters) {
  return {
    statuses: query.status,
    payment_methods: query.payment_method,
    min_amount_cents: query.amount_cents ?? query.min_amount_cents,
    max_amount_cents: query.amount_cents ?? query.max_amount_cents,
    effective_from: query.effective_date ?? query.effective_from,
    effective_to: query.effective_date ?? query.effective_to,
  };
}

/** Either one value or a range, and a range must start before it ends. */
const RANGES = [
  ['amount_cents', 'min_amount_cents', 'max_amount_cents', 'less'],
  ['effective_date', 'effective_from', 'effective_to', 'earlier'],
] as const;

export function checkRanges(query: Filters, context: z.core.$RefinementCtx): void {
  for (const [exactly, first, last, word] of RANGES) {
    const [least, most] = [query[first], query[last]];
    if (query[exactly] !== undefined && (least !== undefined || most !== undefined))
      context.addIssue({
        code: 'custom',
        path: [exactly],
        message: `${exactly} cannot be combined with ${first} or ${last}`,
      });
    else if (least !== undefined && most !== undefined && most < least)
      context.addIssue({ code: 'custom', path: [last], message: `${last} must not be ${word} than ${first}` });
  }
}
