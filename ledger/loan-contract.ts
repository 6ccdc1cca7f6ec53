import { Temporal } from 'temporal-polyfill';
import type { Cents } from '../core/money.js';
import { type IsoDate, isoDate } from '../core/time/dates.js';
import type { LoanTerms } from './loan.js';
import { percentText } from './rules/annual-rate.js';

/** A loan's contract as the normalized account shows it. */
export interface Contract {
  readonly originatedOn: IsoDate;
  readonly firstDueOn: IsoDate;
  /** Due date of the last installment. */
  readonly maturityOn: IsoDate;
  readonly originalPrincipalCents: Cents;
  readonly scheduledPaymentCents: Cents;
  /** Percent per year, as text: `18.25`, `6.875`. */
  readonly annualRate: string;
  readonly termMonths: number;
}

/** The fields of an account that is opened for a ledger loan. */
export function contractOf(terms: LoanTerms): Contract {
  const { originatedOn, firstDueOn, originalPrincipalCents, scheduledPaymentCents, termMonths } = terms;
  const maturityOn = isoDate(Temporal.PlainDate.from(firstDueOn).add({ months: termMonths - 1 }));
  const annualRate = percentText(terms, 2);
  return {
    originatedOn,
    firstDueOn,
    maturityOn,
    originalPrincipalCents,
    scheduledPaymentCents,
    annualRate,
    termMonths,
  };
}
