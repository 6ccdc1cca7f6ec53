import type { Readable } from 'node:stream';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import type { Database } from '../../../../core/db/database.js';
import type { Exports } from '../../../../core/db/export-statement-as-csv.js';
import type { Cursors, Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readFirstPages, readPage } from '../../../../core/db/paged-lists.js';
import { exportSorted } from '../../../../core/db/sorted-lists/export-sorted-list.js';
import { readTotals, type ShownTotals } from '../../../../core/db/sorted-lists/read-sorted-list.js';
import { Problem } from '../../../../core/errors/problem.js';
import { groupedBy, rowById } from '../../../../core/graphql/batched-reads.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { isId } from '../../../../core/ids/ids.js';
import { hasScope, limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { withoutSandboxes } from '../../platform/organization/without-sandboxes.js';
import { requirePerson } from '../person/require-person.js';
import {
  ACCOUNTS,
  ACCOUNTS_OF_PRIMARY_BORROWER,
  ACCOUNTS_OF_PRIMARY_BORROWERS,
  type AccountRow,
  accountsByIds,
} from './account.reads.store.js';
import type { AccountFilterArguments, AccountListArguments } from './account.type.js';
import { ACCOUNT_LIST } from './account-list.store.js';
import { accountsSought, isSearch, orderOfAccounts, searchAccounts } from './account-search.js';
import { type BorrowerOfRow, borrowersOfAccounts, type ShownBorrower } from './borrower.reads.store.js';

/** Reads accounts within the caller's allowlist. */
export class AccountService {
  constructor(
    readonly db: Database,
    readonly cursors: Cursors,
    readonly clock: Clock,
  ) {}

  /**
   * Newest first by default; `from` and `to` are creation dates, UTC.
   *
   * @throws {Problem} `organization_out_of_scope`, `invalid_date_range`, `invalid_limit`, `validation_failed` for a bad
   *   cursor, `person_not_found` for a primary borrower whom the caller cannot reach.
   */
  async list(principal: Principal, request: AccountListArguments): Promise<Page<AccountRow>> {
    const caller = await this.#callerFor(principal, request);
    const { organizationId, from, to, primaryBorrowerPartyId: partyId } = request;
    const isLimited = request.isWithoutSandboxes === true;
    if (isSearch(request)) {
      const found = await searchAccounts(this, caller, request);
      if (found.items.length === 0 && typeof partyId === 'string') await requirePerson(this.db, caller, partyId);
      return found;
    }
    const created = instants(dateRange(from, to));
    const parts = { db: this.db, cursors: this.cursors };
    const filters = { organizationId, from, to, ...(isLimited && { isLimited: 'true' }) };
    if (partyId === undefined || partyId === null) {
      return readPage(parts, caller, ACCOUNTS, created, filters, request);
    }
    if (!isId(partyId)) throw new Problem('person_not_found');
    const theirs = { ...created, partyId };
    const page = await readPage(parts, caller, ACCOUNTS_OF_PRIMARY_BORROWER, theirs, { ...filters, partyId }, request);
    if (page.items.length === 0) await requirePerson(this.db, caller, partyId);
    return page;
  }

  /**
   * Number and outstanding principal of all accounts that match.
   *
   * @throws {Problem} as `list`
   */
  async totals(principal: Principal, request: AccountFilterArguments): Promise<ShownTotals> {
    const caller = await this.#callerFor(principal, request);
    return readTotals(this, ACCOUNT_LIST, await accountsSought(this, caller, request));
  }

  /**
   * All accounts that match, in the order of the list, as CSV.
   *
   * @throws {Problem} as `list`, and as `exportSorted`
   */
  async csv(exports: Exports, principal: Principal, request: AccountListArguments): Promise<Readable> {
    const caller = await this.#callerFor(principal, request);
    const sought = await accountsSought(this, caller, request);
    if (request.sortBy === 'borrower') requireScope(principal, 'persons:read');
    return exportSorted(exports, principal, ACCOUNT_LIST, sought, orderOfAccounts(request));
  }

  /** The caller, limited to the organizations that the request covers. */
  async #callerFor(principal: Principal, request: AccountFilterArguments): Promise<Principal> {
    requireScope(principal, 'accounts:read');
    const asked = limitToOrganization(principal, request.organizationId);
    return request.isWithoutSandboxes === true ? withoutSandboxes(this.db, asked) : asked;
  }

  /** The first page for each primary borrower, in the order of `partyIds`; otherwise as `list`. */
  async ofPrimaryBorrowers(
    principal: Principal,
    partyIds: readonly string[],
    { organizationId, from, to, limit }: ListArguments,
  ): Promise<readonly Page<AccountRow>[]> {
    requireScope(principal, 'accounts:read');
    const parts = { db: this.db, cursors: this.cursors };
    const caller = limitToOrganization(principal, organizationId);
    const parameters = { ...instants(dateRange(from, to)), partyIds };
    const filters = { organizationId, from, to };
    return readFirstPages(parts, caller, ACCOUNTS_OF_PRIMARY_BORROWERS, partyIds, parameters, filters, limit);
  }

  /** @throws {Problem} `account_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<AccountRow> {
    const [found] = await this.many(principal, [id]);
    if (found === undefined || found instanceof Error) throw found ?? new Problem('account_not_found');
    return found;
  }

  /** Results are in the order of `ids`; an id that the caller cannot reach yields an error in its place. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (AccountRow | Error)[]> {
    requireScope(principal, 'accounts:read');
    const rows = await this.db.many(principal, accountsByIds, { ids: ids.filter(isId) });
    return rowById(ids, rows, () => new Problem('account_not_found'));
  }

  /**
   * The borrowers on each account, the primary borrower first. That an account has borrowers is part of its own record;
   * their names are personal data, shown only to callers with `persons:read`.
   */
  async borrowers(principal: Principal, accountIds: readonly string[]): Promise<readonly (readonly ShownBorrower[])[]> {
    requireScope(principal, 'accounts:read');
    const rows = await this.db.many(principal, borrowersOfAccounts, { ids: accountIds });
    return groupedBy(accountIds, shownTo(principal, rows), ({ accountId }) => accountId);
  }
}

/** Borrowers as the caller may see them. */
export function shownTo<R extends BorrowerOfRow>(
  principal: Principal,
  borrowers: readonly R[],
): readonly (Omit<R, 'displayName'> & { readonly displayName: string | null })[] {
  const namesAreShown = hasScope(principal, 'persons:read');
  return borrowers.map((row) => (namesAreShown ? row : { ...row, displayName: null }));
}
