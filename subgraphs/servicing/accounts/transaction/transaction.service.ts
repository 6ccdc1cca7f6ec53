import { z } from 'zod';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { bounds, dateRange } from '../../../../core/contract/date-range.js';
import { distinct } from '../../../../core/contract/query-parameters.js';
import { TRANSACTION_TYPE_NAMES } from '../../../../core/contract/transaction-types-and-statuses.js';
import type { Database } from '../../../../core/db/database.js';
import type { Cursors, Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readFirstPages, readPage } from '../../../../core/db/paged-lists.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import { requireAccount } from '../account/require-account.js';
import { componentSplit } from './component-split.js';
import {
  currentAllocations,
  LISTED_TRANSACTIONS,
  type ListedTransactionRow,
  TRANSACTIONS_OF_ACCOUNTS,
  type TransactionLists,
  type TransactionRow,
  WHOLE_TRANSACTIONS,
} from './transaction.reads.store.js';
import type { Split, TransactionListArguments } from './transaction.type.js';

const typesBody = z.object({ types: z.array(z.enum(TRANSACTION_TYPE_NAMES)).nullish() });

/** Reads the transactions of accounts within the caller's allowlist, whatever caused them. */
export class TransactionService {
  constructor(
    private readonly db: Database,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Latest first. With neither `from` nor `to`, all rows are returned, rows without a date last; either bound excludes
   * those rows.
   *
   * @throws {Problem} `account_not_found`, `organization_out_of_scope`, `invalid_date_range`, `invalid_limit`,
   *   `validation_failed` for a bad cursor and an unknown type.
   */
  list(principal: Principal, request: TransactionListArguments): Promise<Page<TransactionRow>> {
    return this.#list(WHOLE_TRANSACTIONS, principal, request);
  }

  /** The same rows with fewer columns. */
  listed(principal: Principal, request: TransactionListArguments): Promise<Page<ListedTransactionRow>> {
    return this.#list(LISTED_TRANSACTIONS, principal, request);
  }

  async #list<Row>(
    lists: TransactionLists<Row>,
    principal: Principal,
    request: TransactionListArguments,
  ): Promise<Page<Row>> {
    requireScope(principal, 'transactions:read');
    const { organizationId, from, to, accountId } = request;
    const caller = limitToOrganization(principal, organizationId);
    const { types: asked } = checkedBody(typesBody, { types: request.types });
    const types = distinct(asked);
    const sought = { ...bounds(dateRange(from, to)), types };
    const parts = { db: this.db, cursors: this.cursors };
    const filters = { organizationId, from, to, ...(types !== null && { types: types.join() }) };
    if (accountId === undefined || accountId === null) {
      const list = types === null || types.includes('payment') ? lists.all : lists.ofTypes;
      return readPage(parts, caller, list, sought, filters, request);
    }
    if (!isId(accountId)) throw new Problem('account_not_found');
    const theirs = { ...sought, accountId };
    const page = await readPage(parts, caller, lists.ofAccount, theirs, { ...filters, accountId }, request);
    if (page.items.length === 0) await requireAccount(this.db, caller, accountId);
    return page;
  }

  /**
   * The current allocation of each, in the order of `ids`; null for a transaction that is no payment or has no known
   * components.
   */
  async presentSplits(principal: Principal, ids: readonly string[]): Promise<readonly (Split | null)[]> {
    requireScope(principal, 'transactions:read');
    const found = new Map((await this.db.many(principal, currentAllocations, { ids })).map((row) => [row.id, row]));
    return ids.map((id) => componentSplit(found.get(id)));
  }

  /** The first page for each account, in the order of `accountIds`; otherwise as `list`. */
  async ofAccounts(
    principal: Principal,
    accountIds: readonly string[],
    { organizationId, from, to, limit }: ListArguments,
  ): Promise<readonly Page<TransactionRow>[]> {
    requireScope(principal, 'transactions:read');
    const parts = { db: this.db, cursors: this.cursors };
    const caller = limitToOrganization(principal, organizationId);
    const parameters = { ...bounds(dateRange(from, to)), accountIds };
    const filters = { organizationId, from, to };
    return readFirstPages(parts, caller, TRANSACTIONS_OF_ACCOUNTS, accountIds, parameters, filters, limit);
  }
}
