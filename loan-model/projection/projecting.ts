import type { Transaction } from '../../core/db/database.js';
import type { Principal } from '../../core/principal/principal.js';
import type { Clock } from '../../core/time/clock.js';

export interface EndedLoan {
  readonly organizationId: string;
  readonly accountId: string;
}

/**
 * Ends the schedules of a loan on which nothing is left to pay, in the transaction that ends the loan and under the loan's lock.
 *
 * @returns whether a schedule was passed over because it is held elsewhere.
 */
export type EndSchedules = (tx: Transaction, clock: Clock, principal: Principal, loan: EndedLoan) => Promise<boolean>;

/** What a change of a loan is written with. Autopay is above loans, so the end of its schedules is handed in. */
export interface Projecting {
  readonly clock: Clock;
  readonly endSchedules: EndSchedules;
}
