import type { Readable } from 'node:stream';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import type { DisputeStatus } from '../../../../core/contract/dispute-statuses.js';
import { requireById } from '../../../../core/db/by-id.js';
import type { Exports } from '../../../../core/db/export-statement-as-csv.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type ListParts, type PageRequest, readPage } from '../../../../core/db/paged-lists.js';
import { exportSorted } from '../../../../core/db/sorted-lists/export-sorted-list.js';
import {
  orderOf,
  readSortedPage,
  readTotals,
  type ShownTotals,
  type SortRequest,
  type SoughtRows,
} from '../../../../core/db/sorted-lists/read-sorted-list.js';
import type { ParametersOf } from '../../../../core/db/statement.js';
import { groupedBy } from '../../../../core/graphql/batched-reads.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { idFilter } from '../../../../core/ids/ids.js';
import {
  limitToOrganization,
  type Principal,
  requireRole,
  requireScope,
} from '../../../../core/principal/principal.js';
import {
  correctionsOfRuns,
  type DISPUTE_FILTERS,
  DISPUTES,
  type DisputeRow,
  disputeById,
  disputesOfAccounts,
  disputesOfRuns,
  type ShownCorrectionRow,
} from './dispute.reads.store.js';
import type { DisputeColumn } from './dispute-columns.js';
import { DISPUTE_LIST } from './dispute-list.store.js';

/** Number of disputes that an account shows directly; the list pages through all of them. */
export const LATEST_DISPUTES = 50;

export interface DisputeFilterRequest extends Omit<ListArguments, 'limit' | 'cursor'> {
  readonly timeZone?: string | null;
  readonly accountId?: string | null;
  readonly runId?: string | null;
  readonly statuses?: readonly DisputeStatus[] | null;
}

export interface DisputeListRequest extends DisputeFilterRequest, PageRequest, SortRequest<DisputeColumn> {}

/** Disputes of autopay charges by borrowers' banks; for operators, also the corrections made. */
export class DisputeService {
  constructor(private readonly parts: ListParts) {}

  /** @throws {Problem} `insufficient_scope`, `dispute_not_found`, for an unknown id and for one out of scope alike. */
  async one(principal: Principal, id: string): Promise<DisputeRow> {
    requireScope(principal, 'autopay:read');
    return requireById(this.parts.db, principal, disputeById, id, 'dispute_not_found');
  }

  /** Latest opened first; `from` and `to` are the days of opening in `timeZone`, or in UTC. */
  async list(principal: Principal, request: DisputeListRequest): Promise<Page<DisputeRow>> {
    const sought = disputesSought(principal, request);
    const { sortBy } = request;
    if (sortBy === 'borrower') requireScope(principal, 'persons:read');
    if (sortBy) return readSortedPage(this.parts, DISPUTE_LIST, sought, sortBy, request);
    return readPage(this.parts, sought.caller, DISPUTES, sought.parameters, sought.filters, request);
  }

  /** Number and sums of all disputes that match. @throws {Problem} as `list` */
  async totals(principal: Principal, request: DisputeFilterRequest): Promise<ShownTotals> {
    return readTotals(this.parts, DISPUTE_LIST, disputesSought(principal, request));
  }

  /** All disputes that match, in the order of the list, as CSV. @throws {Problem} as `list` and `exportSorted` */
  async csv(exports: Exports, principal: Principal, request: DisputeListRequest): Promise<Readable> {
    const { sortBy } = request;
    if (sortBy === 'borrower') requireScope(principal, 'persons:read');
    const order = sortBy ? orderOf(sortBy, request) : 'opened desc';
    return exportSorted(exports, principal, DISPUTE_LIST, disputesSought(principal, request), order);
  }

  /** In the order of the runs. */
  async ofRuns(principal: Principal, runIds: readonly string[]): Promise<readonly (readonly DisputeRow[])[]> {
    requireScope(principal, 'autopay:read');
    const rows = await this.parts.db.many(principal, disputesOfRuns, { runIds });
    return groupedBy(runIds, rows, ({ runId }) => runId ?? '');
  }

  /** The latest of each account, in the order of the accounts. */
  async ofAccounts(principal: Principal, accountIds: readonly string[]): Promise<readonly (readonly DisputeRow[])[]> {
    requireScope(principal, 'autopay:read');
    const rows = await this.parts.db.many(principal, disputesOfAccounts, { accountIds, limit: LATEST_DISPUTES });
    return groupedBy(accountIds, rows, ({ accountId }) => accountId ?? '');
  }

  /** In the order of the runs, first correction first. */
  async corrections(
    principal: Principal,
    runIds: readonly string[],
  ): Promise<readonly (readonly ShownCorrectionRow[])[]> {
    requireRole(principal, 'viewer');
    const rows = await this.parts.db.many(principal, correctionsOfRuns, { runIds });
    return groupedBy(runIds, rows, ({ runId }) => runId);
  }
}

/** The filters of a request for disputes: for pages, totals and files alike. */
function disputesSought(
  principal: Principal,
  request: DisputeFilterRequest,
): SoughtRows<ParametersOf<typeof DISPUTE_FILTERS>> {
  requireScope(principal, 'autopay:read');
  const { organizationId, from, to, timeZone, accountId, runId } = request;
  const statuses = request.statuses ? [...new Set(request.statuses)].toSorted() : null;
  const { createdFrom: openedFrom, createdBefore: openedBefore } = instants(dateRange(from, to), timeZone);
  const sought = { accountId: idFilter(accountId), runId: idFilter(runId), statuses };
  const filters = {
    ...{ organizationId, from, to, accountId, runId, statuses: statuses && JSON.stringify(statuses) },
    ...(typeof timeZone === 'string' && { timeZone }),
  };
  const caller = limitToOrganization(principal, organizationId);
  return { caller, parameters: { ...sought, openedFrom, openedBefore }, filters };
}
