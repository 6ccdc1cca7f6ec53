import type { Readable } from 'node:stream';
import { requireById } from '../../../../core/db/by-id.js';
import type { Database } from '../../../../core/db/database.js';
import type { Exports } from '../../../../core/db/export-statement-as-csv.js';
import type { Cursors, Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type PageRequest, readFirstPages, readPage } from '../../../../core/db/paged-lists.js';
import { exportSorted } from '../../../../core/db/sorted-lists/export-sorted-list.js';
import { readTotals, type ShownTotals } from '../../../../core/db/sorted-lists/read-sorted-list.js';
import { Problem } from '../../../../core/errors/problem.js';
import { rowById } from '../../../../core/graphql/batched-reads.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import { accountForPosting } from '../../account/payable-account.reads.store.js';
import {
  addReversal,
  originsOfPayments,
  PAYMENTS_OF_ACCOUNT,
  PAYMENTS_OF_ACCOUNTS,
  type PaymentOrigin,
  paymentById,
  paymentsByIds,
} from './collected-payment.reads.store.js';
import type { CollectedPaymentRow } from './collected-payment.row.js';
import type { PaymentFilterArguments, PaymentListArguments } from './collected-payment.type.js';
import { PAYMENT_LIST } from './payment-list.store.js';
import { isSearch, orderOfPayments, paymentsSought, searchPayments } from './payment-search.js';

/** Reads the payments that were recorded through this API. */
export class CollectedPaymentService {
  constructor(
    private readonly db: Database,
    private readonly cursors: Cursors,
  ) {}

  /** @throws {Problem} `payment_not_found`, for an unknown id and for one out of scope alike. */
  async one(principal: Principal, id: string): Promise<CollectedPaymentRow> {
    requireScope(principal, 'external_payments:read');
    const found = await requireById(this.db, principal, paymentById, id, 'payment_not_found');
    return addReversal(found);
  }

  /** In the order of `ids`; an id out of scope gets an error in its place. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (CollectedPaymentRow | Error)[]> {
    requireScope(principal, 'external_payments:read');
    const rows = await this.db.many(principal, paymentsByIds, { ids });
    return rowById(ids, rows.map(addReversal), () => new Problem('payment_not_found'));
  }

  /**
   * Origin fields of payments, in the order of `ids`. Open to any caller that received the payment in an answer,
   * including a key with write scope only.
   */
  async origins(principal: Principal, ids: readonly string[]): Promise<readonly (PaymentOrigin | Error)[]> {
    const rows = await this.db.many(principal, originsOfPayments, { ids });
    return rowById(ids, rows, () => new Problem('payment_not_found'));
  }

  /**
   * Newest first; `from` and `to` are the days of recording in UTC.
   *
   * @throws {Problem} `organization_out_of_scope`, `account_not_found`, `invalid_date_range`, `invalid_limit`,
   * `validation_failed` for a bad cursor, or a text that cannot be a reference.
   */
  async list(principal: Principal, request: PaymentListArguments): Promise<Page<CollectedPaymentRow>> {
    requireScope(principal, 'external_payments:read');
    const caller = limitToOrganization(principal, request.organizationId);
    const { accountId } = request;
    const isOnAccount = accountId !== undefined && accountId !== null;
    if (isOnAccount && !isSearch(request)) return this.ofAccount(caller, accountId, request);
    const { items, page } = await searchPayments({ db: this.db, cursors: this.cursors }, caller, request);
    // An empty page does not show whether the account exists.
    if (items.length === 0 && isOnAccount)
      await requireById(this.db, caller, accountForPosting, accountId, 'account_not_found');
    return { items: items.map(addReversal), page };
  }

  /** Number and sums of all payments that match. @throws {Problem} as `list` */
  async totals(principal: Principal, request: PaymentFilterArguments): Promise<ShownTotals> {
    requireScope(principal, 'external_payments:read');
    const caller = limitToOrganization(principal, request.organizationId);
    return readTotals({ db: this.db }, PAYMENT_LIST, paymentsSought(caller, request));
  }

  /** All payments that match, in the order of the list, as CSV. @throws {Problem} as `list` and `exportSorted` */
  async csv(exports: Exports, principal: Principal, request: PaymentListArguments): Promise<Readable> {
    requireScope(principal, 'external_payments:read');
    const caller = limitToOrganization(principal, request.organizationId);
    if (request.sortBy === 'borrower') requireScope(caller, 'persons:read');
    return exportSorted(exports, principal, PAYMENT_LIST, paymentsSought(caller, request), orderOfPayments(request));
  }

  /** Newest first. @throws {Problem} `account_not_found`, `invalid_limit`, `validation_failed` for a bad cursor. */
  async ofAccount(principal: Principal, accountId: string, request: PageRequest): Promise<Page<CollectedPaymentRow>> {
    requireScope(principal, 'external_payments:read');
    if (!isId(accountId)) throw new Problem('account_not_found');
    const parts = { db: this.db, cursors: this.cursors };
    const filters = { account_id: accountId };
    const { items, page } = await readPage(parts, principal, PAYMENTS_OF_ACCOUNT, { accountId }, filters, request);
    // An empty page does not show whether the account exists.
    if (items.length === 0) await requireById(this.db, principal, accountForPosting, accountId, 'account_not_found');
    return { items: items.map(addReversal), page };
  }

  /** The first page of each account, in the order of `accountIds`. @throws {Problem} `invalid_limit` */
  async ofAccounts(
    principal: Principal,
    accountIds: readonly string[],
    { limit }: PageRequest,
  ): Promise<readonly Page<CollectedPaymentRow>[]> {
    requireScope(principal, 'external_payments:read');
    const parts = { db: this.db, cursors: this.cursors };
    const pages = await readFirstPages(parts, principal, PAYMENTS_OF_ACCOUNTS, accountIds, { accountIds }, {}, limit);
    return pages.map(({ items, page }) => ({ items: items.map(addReversal), page }));
  }
}
