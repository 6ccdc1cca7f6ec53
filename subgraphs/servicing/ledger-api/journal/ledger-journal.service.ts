import { bounds, dateRange } from '../../../../core/contract/date-range.js';
import { requireById } from '../../../../core/db/by-id.js';
import type { Database } from '../../../../core/db/database.js';
import type { Cursors, Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../../core/db/paged-lists.js';
import { invalid } from '../../../../core/errors/problem.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { LEDGER_ACCOUNTS } from '../../../../ledger/journal.js';
import { LEDGER_ENTRIES, LEDGER_ENTRIES_OF_LOAN, type LedgerEntryRow } from './ledger-entry.reads.store.js';
import type { LedgerEntryListArguments } from './ledger-entry.type.js';
import { ledgerLoanOfAccount } from './ledger-loan-of-account.reads.store.js';

/** Reads the journal of the ledger within the caller's allowlist. */
export class LedgerJournalService {
  readonly #db: Database;
  readonly #cursors: Cursors;

  constructor({ db, cursors }: Pick<ServiceParts, 'db' | 'cursors'>) {
    this.#db = db;
    this.#cursors = cursors;
  }

  /**
   * Latest business day first, and within a day the latest written.
   *
   * @throws {Problem} `account_not_found`, `organization_out_of_scope`, `invalid_date_range`, `invalid_limit`,
   *   `validation_failed` for a bad cursor and for an unknown ledger account.
   */
  async list(principal: Principal, request: LedgerEntryListArguments): Promise<Page<LedgerEntryRow>> {
    requireScope(principal, 'ledger:read');
    const { organizationId, from, to, accountId, type = null, ledgerAccount = null } = request;
    const caller = limitToOrganization(principal, organizationId);
    requireLedgerAccount(ledgerAccount);
    const narrowing = { ...bounds(dateRange(from, to)), type: typeFilter(type), ledgerAccount };
    const filters = { organizationId, from, to, type, ledgerAccount };
    const parts = { db: this.#db, cursors: this.#cursors };
    if (accountId === null || accountId === undefined)
      return readPage(parts, caller, LEDGER_ENTRIES, narrowing, filters, request);
    const loan = await requireById(this.#db, caller, ledgerLoanOfAccount, accountId, 'account_not_found');
    // A loan of another system has no journal entries; the empty identifier matches none, because the ledger's are
    // never empty.
    const ofLoan = { ...narrowing, organizationId: loan.organizationId, loanId: loan.loanId ?? '' };
    return readPage(parts, caller, LEDGER_ENTRIES_OF_LOAN, ofLoan, { ...filters, accountId }, request);
  }
}

/** As with an id: text that cannot be an entry type matches nothing, and is not sent to the database. */
function typeFilter(type: string | null): string | null {
  return type === null || /^[a-z_]{1,64}$/.test(type) ? type : '';
}

function requireLedgerAccount(name: string | null): void {
  if (name === null || LEDGER_ACCOUNTS.some((known) => known === name)) return;
  const error = `there is no ledger account with this name; the ledger accounts are ${LEDGER_ACCOUNTS.join(', ')}`;
  throw invalid([
    {
      loc: ['query', 'ledger_account'],
      msg: `Value error, ${error}`,
      type: 'value_error',
      input: name,
      ctx: { error },
    },
  ]);
}
