import { z } from 'zod';
import { COLLECTED_PAYMENT_STATUSES, PAYMENT_METHODS } from '../../../core/contract/collected-payment.js';
import { isoDateText } from '../../../core/contract/date-range.js';
import { queryCents, severalOf } from '../../../core/contract/query.js';

/** What lists of payments may be narrowed to. */
export const paymentFilters = {
  status: severalOf(COLLECTED_PAYMENT_STATUSES)
    .describe('Only those that stand there; repeat it for several.')
    .optional(),
  payment_method: severalOf(PAYMENT_METHODS)
    .describe('Only those that were collected in this way; repeat it for several.')
    .optional(),
  amount_cents: queryCents.describe('Only those of exactly so many cents.').optional(),
  min_amount_cents: queryCents.describe('Only those of at least so many cents.').optional(),
  max_amount_cents: queryCents.describe('Only those of at most so many cents.').optional(),
  effective_date: isoDateText.describe('Only those that were applied on this business day.').optional(),
  effective_from: isoDateText.describe('Only those that were applied on this business day, or later.').optional(),
  effective_to: isoDateText.describe('Only those that were applied on this business day, or earlier.').optional(),
};

type Filters = z.output<z.ZodObject<typeof paymentFilters>>;

/** The same as the graph takes it: a day, and an amount, is a range of one. */
export function soughtPayments(query: Filters) {
  return {
    statuses: query.status,
    payment_methods: query.payment_method,
    min_amount_cents: query.amount_cents ?? query.min_amount_cents,
    max_amount_cents: query.amount_cents ?? query.max_amount_cents,
    effective_from: query.effective_date ?? query.effective_from,
    effective_to: query.effective_date ?? query.effective_to,
  };
}

/** One value or a range of them; and a range has its beginning first. */
const RANGES = [
  ['amount_cents', 'min_amount_cents', 'max_amount_cents', 'less'],
  ['effective_date', 'effective_from', 'effective_to', 'earlier'],
] as const;

export function rangesHold(query: Filters, context: z.core.$RefinementCtx): void {
  for (const [exactly, first, last, word] of RANGES) {
    const [least, most] = [query[first], query[last]];
    if (query[exactly] !== undefined && (least !== undefined || most !== undefined))
      context.addIssue({
        code: 'custom',
        path: [exactly],
        message: `${exactly} is not taken beside ${first} or ${last}`,
      });
    else if (least !== undefined && most !== undefined && most < least)
      context.addIssue({ code: 'custom', path: [last], message: `${last} must not be ${word} than ${first}` });
  }
}
