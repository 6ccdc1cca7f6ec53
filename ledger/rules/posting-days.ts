import type { Temporal } from 'temporal-polyfill';
import type { IsoDate } from '../../core/time/dates.js';
import { businessDayOf, dayOfReceipt, rollForward } from './business-day.js';
import type { ProductTerms } from './product-terms.js';

/** The days of what is posted at an instant. */
export interface PostingDays {
  /** It is applied on this day. */
  readonly businessDay: IsoDate;
  /** Interest of a loan runs to this day: payoffs are told to it, and what is posted accrues to it. */
  readonly accrueTo: (loan: { readonly product: Pick<ProductTerms, 'accrueTo'> }) => IsoDate;
}

export function postingDays(instant: Temporal.Instant): PostingDays {
  const businessDay = businessDayOf(instant);
  return {
    businessDay,
    accrueTo: ({ product }) => (product.accrueTo === 'day_of_receipt' ? dayOfReceipt(instant) : businessDay),
  };
}

/** The day to which interest runs for money that comes in on a date. */
export function accrualDayOf({ product }: { readonly product: Pick<ProductTerms, 'accrueTo'> }, on: IsoDate): IsoDate {
  return product.accrueTo === 'day_of_receipt' ? on : rollForward(on);
}
