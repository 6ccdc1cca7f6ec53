import { groupedBy } from '../../../../core/graphql/batched-reads.js';
import { hasRole, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { type AccountFlagRow, flagsOfAccounts } from '../../../../loan-model/flags/account-flag.store.js';
import type { AccountFlag } from './account-flag.type.js';
import { type StopsOfLoan, stopsOfAccounts } from './account-stops.reads.store.js';

/** Number of flags that a loan shows, those that are not lifted first. */
export const SHOWN_FLAGS = 50;

/** Reads the flags of loans, and what they stop. Kinds and days are for all who read loans; texts for operators. */
export class AccountFlagService {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /** The flags of each loan, in the order of `accountIds`. @throws {Problem} `insufficient_scope` */
  async ofAccounts(principal: Principal, accountIds: readonly string[]): Promise<readonly (readonly AccountFlag[])[]> {
    requireScope(principal, 'accounts:read');
    const sought = { accountIds, today: this.#today(), limit: SHOWN_FLAGS };
    const rows: readonly AccountFlagRow[] = await this.parts.db.many(principal, flagsOfAccounts, sought);
    const shown = rows.map((row) => shownFlag(principal, row));
    return groupedBy(accountIds, shown, ({ accountId }) => accountId);
  }

  /** What the flags of each loan stop today, in the order of `accountIds`. @throws {Problem} `insufficient_scope` */
  async stopsOf(principal: Principal, accountIds: readonly string[]): Promise<readonly (readonly string[])[]> {
    requireScope(principal, 'accounts:read');
    const sought = { accountIds, today: this.#today() };
    const rows: readonly StopsOfLoan[] = await this.parts.db.many(principal, stopsOfAccounts, sought);
    const byLoan = new Map(rows.map(({ accountId, stops }) => [accountId, stops]));
    return accountIds.map((id) => byLoan.get(id) ?? []);
  }

  #today() {
    return servicingDate(this.parts.clock.now());
  }
}

/** A flag as the caller may see it: what staff wrote, and their names, only to operators. */
export function shownFlag(principal: Principal, flag: AccountFlagRow): AccountFlag {
  if (hasRole(principal, 'viewer')) return flag;
  const hidden = { reason: null, liftReason: null, setBy: null, setByName: null, liftedBy: null, liftedByName: null };
  return { ...flag, ...hidden };
}
