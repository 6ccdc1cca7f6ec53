import { requireById } from '../../../../core/db/by-id.js';
import type { Database } from '../../../../core/db/database.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { Clock } from '../../../../core/time/clock.js';
import { scheduleOfLoan } from '../../../../ledger/schedule-of-loan.js';
import { ledgerLoanOfAccount } from '../journal/ledger-loan-of-account.reads.store.js';
import type { LedgerSchedule } from './ledger-schedule.type.js';

/** Reads the schedules of loans in the ledger. */
export class LedgerScheduleService {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: Pick<ServiceParts, 'db' | 'clock'>) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Null for a loan of another loan system.
   *
   * @throws {Problem} `account_not_found`, the same for a foreign and a missing id.
   */
  async ofAccount(principal: Principal, accountId: string): Promise<LedgerSchedule | null> {
    requireScope(principal, 'ledger:read');
    const found = await requireById(this.#db, principal, ledgerLoanOfAccount, accountId, 'account_not_found');
    const { organizationId, loanId } = found;
    if (loanId === null) return null;
    const schedule = await scheduleOfLoan(this.#db, this.#clock, { organizationId, accountId, externalId: loanId });
    return { accountId, ...schedule };
  }
}
