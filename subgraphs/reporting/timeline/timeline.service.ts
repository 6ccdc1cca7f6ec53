import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { type ListParts, type PageRequest, readFirstPages, readPage } from '../../../core/db/paged-lists.js';
import { isId } from '../../../core/ids/ids.js';
import { hasRole, type Principal, requireScope } from '../../../core/principal/principal.js';
import { TIMELINE, TIMELINES, type TimelineRow } from './timeline.store.js';

const SCOPES = ['accounts:read', 'transactions:read', 'external_payments:read', 'autopay:read'] as const;

/**
 * The history of accounts, newest first. A payment recorded through this API or collected by autopay appears once, as
 * such; its transaction is omitted. Operators also see exceptions and disputes.
 *
 * @throws {Problem} `insufficient_scope`, `invalid_limit`, `validation_failed` for a bad cursor.
 */
export class TimelineService {
  constructor(private readonly parts: ListParts) {}

  async ofAccount(principal: Principal, accountId: string, request: PageRequest): Promise<Page<TimelineRow>> {
    const isOperator = admit(principal);
    const parameters = { accountId: isId(accountId) ? accountId : '', isOperator };
    return readPage(this.parts, principal, TIMELINE, parameters, { accountId }, request);
  }

  /** The first page of each account, in the order of `accountIds`. */
  async ofAccounts(
    principal: Principal,
    accountIds: readonly string[],
    { limit }: PageRequest,
  ): Promise<readonly Page<TimelineRow>[]> {
    const isOperator = admit(principal);
    return readFirstPages(this.parts, principal, TIMELINES, accountIds, { accountIds, isOperator }, {}, limit);
  }
}

function admit(principal: Principal): boolean {
  for (const scope of SCOPES) requireScope(principal, scope);
  return hasRole(principal, 'viewer');
}
