import { businessClock } from '../core/business-time/business-clock.js';
import type { Queries } from '../core/db/database.js';
import type { Cents } from '../core/money.js';
import type { Clock } from '../core/time/clock.js';
import type { IsoDate } from '../core/time/dates.js';
import type { LoanReference } from '../loan-model/port.js';
import { closeDays } from './operations/close-days.js';
import { type Installment, installmentsOf } from './operations/installments.js';
import { businessDayOf, previousBusinessDay } from './rules/business-day.js';
import { readLoan } from './store/loan-store.js';

export interface CurrentSchedule {
  readonly asOf: IsoDate;
  readonly levelPaymentCents: Cents;
  readonly feesCents: Cents;
  readonly installments: readonly Installment[];
}

/** The schedule of a loan in the ledger on the current business day. Locks nothing and writes nothing. */
export async function scheduleOfLoan(on: Queries, clock: Clock, reference: LoanReference): Promise<CurrentSchedule> {
  const asOf = businessDayOf((await businessClock(on, clock, reference.organizationId)).now());
  const { loan } = closeDays(await readLoan(on, reference), previousBusinessDay(asOf));
  const { scheduledPaymentCents: levelPaymentCents, feesCents } = loan;
  return { asOf, levelPaymentCents, feesCents, installments: installmentsOf(loan, asOf) };
}
