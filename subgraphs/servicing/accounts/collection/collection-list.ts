import type { Readable } from 'node:stream';
import type { CollectionQueueView } from '../../../../core/contract/collection-queue.js';
import type { Database } from '../../../../core/db/database.js';
import type { Exports } from '../../../../core/db/export-statement-as-csv.js';
import type { Cursors, Page } from '../../../../core/db/list-cursors-and-limits.js';
import type { PageRequest } from '../../../../core/db/paged-lists.js';
import { exportSorted } from '../../../../core/db/sorted-lists/export-sorted-list.js';
import {
  orderOf,
  readSortedPage,
  readTotals,
  type ShownTotals,
  type SortRequest,
  type SoughtRows,
} from '../../../../core/db/sorted-lists/read-sorted-list.js';
import {
  limitToOrganization,
  type Principal,
  requireRole,
  requireScope,
} from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import type { FoundAccountRow } from '../account/account-search.store.js';
import type { CollectionColumn } from './collection-columns.js';
import { COLLECTION_LIST, type CollectionListFilters } from './collection-list.store.js';

export interface CollectionFilterRequest {
  readonly organizationId?: string | null;
  readonly view?: CollectionQueueView | null;
  readonly minDaysPastDue?: number | null;
  readonly maxDaysPastDue?: number | null;
}

export interface CollectionListRequest extends CollectionFilterRequest, PageRequest, SortRequest<CollectionColumn> {}

/** The loans of the collection queue, for operators: their pages, totals and files. */
export class CollectionList {
  constructor(
    readonly db: Database,
    readonly cursors: Cursors,
    readonly clock: Clock,
  ) {}

  /**
   * The longest past due first, unless the request has another order.
   *
   * @throws {Problem} `insufficient_scope`, also when a caller without `persons:read` sorts by borrower;
   *   `organization_out_of_scope`, `invalid_limit`, `validation_failed` for a bad cursor
   */
  async list(principal: Principal, request: CollectionListRequest): Promise<Page<FoundAccountRow>> {
    const sought = this.#sought(principal, request);
    const { sortBy, isDescending } = inOrder(sought.caller, request);
    return readSortedPage(this, COLLECTION_LIST, sought, sortBy, { ...request, sortBy, isDescending });
  }

  /** Number of loans, and what is past due on them. @throws {Problem} as `list` */
  async totals(principal: Principal, request: CollectionFilterRequest): Promise<ShownTotals> {
    return readTotals(this, COLLECTION_LIST, this.#sought(principal, request));
  }

  /** All loans that match, in the order of the list, as CSV. @throws {Problem} as `list`, and as `exportSorted` */
  async csv(exports: Exports, principal: Principal, request: CollectionListRequest): Promise<Readable> {
    const sought = this.#sought(principal, request);
    const { sortBy, isDescending } = inOrder(sought.caller, request);
    return exportSorted(exports, principal, COLLECTION_LIST, sought, orderOf(sortBy, { isDescending }));
  }

  #sought(
    principal: Principal,
    { organizationId, view, minDaysPastDue, maxDaysPastDue }: CollectionFilterRequest,
  ): SoughtRows<CollectionListFilters> {
    requireRole(principal, 'viewer');
    requireScope(principal, 'accounts:read');
    const caller = limitToOrganization(principal, organizationId);
    const now = this.clock.now();
    // Of lenders: the list's statements add the days by which a sandbox organization is ahead.
    const today = servicingDate(now);
    const shown = view ?? 'all';
    const days = { leastDaysPastDue: minDaysPastDue ?? null, mostDaysPastDue: maxDaysPastDue ?? null };
    return {
      caller,
      parameters: { view: shown, actor: caller.actor, at: isoInstant(now), today, ...days },
      filters: { organizationId, view: shown, least: asText(minDaysPastDue), most: asText(maxDaysPastDue) },
    };
  }
}

/** @throws {Problem} `insufficient_scope` when a caller without `persons:read` sorts by borrower */
function inOrder(caller: Principal, { sortBy, isDescending }: SortRequest<CollectionColumn>) {
  if (!sortBy) return { sortBy: 'days_past_due' as const, isDescending: true };
  if (sortBy === 'borrower') requireScope(caller, 'persons:read');
  return { sortBy, isDescending: isDescending === true };
}

function asText(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
