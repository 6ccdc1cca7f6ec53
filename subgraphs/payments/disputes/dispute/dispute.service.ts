import { dateRange, instants } from '../../../../core/contract/date-range.js';
import type { DisputeStatus } from '../../../../core/contract/dispute-statuses.js';
import { requireById } from '../../../../core/db/by-id.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { type ListParts } from '../../../../core/db/paged-lists.js';
import { groupedBy } from '../../../../core/graphql/batched-reads.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { idFilter } from '../../../../core/ids/ids.js';
import { type Principal, requireRole, requireScope } from '../../../../core/principal/principal.js';
import {
  correctionsOfRuns,
  DISPUTES,
  type DisputeRow,
  disputeById,
  disputesOfAccounts,
  disputesOfRuns,
  type ShownCorrectionRow,
} from './dispute.reads.store.js';

/** Number of disputes that an account shows directly; the list pages through all of them. */
export const LATEST_DISPUTES = 50;

export interface DisputeListRequest extends ListArguments {
  readonly timeZone?: string | null;
  readonly accountId?: string | null;
  readonly runId?: string | null;
  readonly statuses?: readonly DisputeStatus[] | null;
}

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
    requireScope(principal, 'autopay:read');
    const { from, to, timeZone, accountId, runId } = request;
    const statuses = request.statuses ? [...new Set(request.statuses)].toSorted() : null;
    const { createdFrom: openedFrom, createdBefore: openedBefore } = instants(dateRange(from, to), timeZone);
    const sought = { accountId: idFilter(accountId), runId: idFilter(runId), statuses };
    const parameters = { ...sought, openedFrom, openedBefore };
    const filters = {
      ...{ accountId, runId, statuses: statuses && JSON.stringify(statuses) },
      ...(typeof timeZone === 'string' && { timeZone }),
    };
    return readRequestedPage(this.parts, principal, DISPUTES, parameters, filters, request);
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
