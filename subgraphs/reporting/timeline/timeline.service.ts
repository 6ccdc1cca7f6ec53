import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { type ListParts, type PageRequest, readFirstPages, readPage } from '../../../core/db/paged-lists.js';
import { isId } from '../../../core/ids/ids.js';
import { hasRole, type Principal, requireScope } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import { TIMELINE, TIMELINES, type TimelineRow } from './timeline.store.js';

const SCOPES = ['accounts:read', 'transactions:read', 'external_payments:read', 'autopay:read'] as const;

/**
 * The history of accounts, newest first. A payment recorded through this API or collected by autopay appears once, as
 * such; its transaction is omitted. Operators also see exceptions, disputes and notes.
 *
 * @throws {Problem} `insufficient_scope`, `invalid_limit`, `validation_failed` for a bad cursor.
 */
export class TimelineService {
  constructor(private readonly parts: ListParts & Pick<ServiceParts, 'clock'>) {}

  async ofAccount(principal: Principal, accountId: string, request: PageRequest): Promise<Page<TimelineRow>> {
    const parameters = { accountId: isId(accountId) ? accountId : '', ...this.#admitted(principal) };
    return readPage(this.parts, principal, TIMELINE, parameters, { accountId }, request);
  }

  /** The first page of each account, in the order of `accountIds`. */
  async ofAccounts(
    principal: Principal,
    accountIds: readonly string[],
    { limit }: PageRequest,
  ): Promise<readonly Page<TimelineRow>[]> {
    return readFirstPages(
      this.parts,
      principal,
      TIMELINES,
      accountIds,
      { accountIds, ...this.#admitted(principal) },
      {},
      limit,
    );
  }

  /** Whether the caller is an operator, and the lenders' calendar day. */
  #admitted(principal: Principal) {
    for (const scope of SCOPES) requireScope(principal, scope);
    return { isOperator: hasRole(principal, 'viewer'), today: servicingDate(this.parts.clock.now()) };
  }
}
