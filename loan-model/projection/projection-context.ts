import type { Transaction } from '../../core/db/database.js';
import type { Principal } from '../../core/principal/principal.js';
import type { Clock } from '../../core/time/clock.js';

export interface EndedLoan {
  readonly organizationId: string;
  readonly accountId: string;
}

/**
 * Ends the schedules of a loan on which nothing is left to pay, in the transaction that ends the loan and under the
 * loan's lock.
 *
 * @returns true when a schedule was skipped because another transaction holds its lock
 */
export type EndSchedules = (tx: Transaction, clock: Clock, principal: Principal, loan: EndedLoan) => Promise<boolean>;

/**
 * What writing a loan change requires. Autopay is a layer above loans, so the function that ends schedules is passed
 * in.
 */
export interface ProjectionContext {
  readonly clock: Clock;
  readonly endSchedules: EndSchedules;
}
