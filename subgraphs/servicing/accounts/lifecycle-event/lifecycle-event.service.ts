import { dateRange, instants } from '../../../../core/contract/date-range.js';
import type { Database } from '../../../../core/db/database.js';
import type { Cursors, Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readFirstPages, readPage } from '../../../../core/db/paged-lists.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import { requireAccount } from '../account/require-account.js';
import {
  LIFECYCLE_EVENTS_OF_ACCOUNT,
  LIFECYCLE_EVENTS_OF_ACCOUNTS,
  type LifecycleEventRow,
} from './lifecycle-event.reads.store.js';
import type { LifecycleEventListArguments } from './lifecycle-event.type.js';

/** Reads the status changes of accounts. */
export class LifecycleEventService {
  constructor(
    private readonly db: Database,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Newest first; `from` and `to` are the dates of the status change, UTC.
   *
   * @throws {Problem} `account_not_found`, `organization_out_of_scope`, `invalid_date_range`, `invalid_limit`,
   *   `validation_failed` for a bad cursor.
   */
  async list(principal: Principal, request: LifecycleEventListArguments): Promise<Page<LifecycleEventRow>> {
    requireScope(principal, 'accounts:read');
    const { organizationId, from, to, accountId } = request;
    const caller = limitToOrganization(principal, organizationId);
    const moved = { ...instants(dateRange(from, to)), accountId };
    if (!isId(accountId)) throw new Problem('account_not_found');
    const parts = { db: this.db, cursors: this.cursors };
    const filters = { organizationId, from, to, accountId };
    const page = await readPage(parts, caller, LIFECYCLE_EVENTS_OF_ACCOUNT, moved, filters, request);
    if (page.items.length === 0) await requireAccount(this.db, caller, accountId);
    return page;
  }

  /** The first page for each account, in the order of `accountIds`; otherwise as `list`. */
  async ofAccounts(
    principal: Principal,
    accountIds: readonly string[],
    { organizationId, from, to, limit }: ListArguments,
  ): Promise<readonly Page<LifecycleEventRow>[]> {
    requireScope(principal, 'accounts:read');
    const parts = { db: this.db, cursors: this.cursors };
    const caller = limitToOrganization(principal, organizationId);
    const parameters = { ...instants(dateRange(from, to)), accountIds };
    const filters = { organizationId, from, to };
    return readFirstPages(parts, caller, LIFECYCLE_EVENTS_OF_ACCOUNTS, accountIds, parameters, filters, limit);
  }
}
