import type { Database } from '../../../../core/db/database.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import { type LedgerLoanRow, ledgerLoansOf } from './ledger-loan.reads.store.js';

/** Reads what Tributary's ledgers store about loans beyond their contracts. */
export class LedgerLoanService {
  constructor(private readonly parts: { readonly db: Database }) {}

  /** In the order of `accountIds`; null for an account that no ledger keeps, or that the caller cannot reach. */
  async ofAccounts(principal: Principal, accountIds: readonly string[]): Promise<readonly (LedgerLoanRow | null)[]> {
    requireScope(principal, 'accounts:read');
    const rows = await ledgerLoansOf(this.parts.db, principal, accountIds);
    const byAccount = new Map(rows.map((row) => [row.accountId, row]));
    return accountIds.map((id) => byAccount.get(id) ?? null);
  }
}
