import type { Temporal } from 'temporal-polyfill';
import type { IsoDate } from '../../core/time/dates.js';
import { businessDayOf, dayOfReceipt, rollForward } from './business-day.js';
import type { ProductTerms } from './product-terms.js';

/** The days that apply to a posting at an instant. */
export interface PostingDays {
  /** The day on which it is applied. */
  readonly businessDay: IsoDate;
  /** The day to which interest of a loan runs, for payoff quotes and for postings. */
  readonly accrueTo: (loan: { readonly product: Pick<ProductTerms, 'accrueTo'> }) => IsoDate;
}

export function postingDays(instant: Temporal.Instant): PostingDays {
  const businessDay = businessDayOf(instant);
  return {
    businessDay,
    accrueTo: ({ product }) => (product.accrueTo === 'day_of_receipt' ? dayOfReceipt(instant) : businessDay),
  };
}

/** The day to which interest runs for money that arrives on a date. */
export function accrualDayOf({ product }: { readonly product: Pick<ProductTerms, 'accrueTo'> }, on: IsoDate): IsoDate {
  return product.accrueTo === 'day_of_receipt' ? on : rollForward(on);
}
