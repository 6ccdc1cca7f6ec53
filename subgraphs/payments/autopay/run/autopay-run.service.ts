import type { Readable } from 'node:stream';
import { bounds, dateRange, instants } from '../../../../core/contract/date-range.js';
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
import { Problem } from '../../../../core/errors/problem.js';
import { groupedBy } from '../../../../core/graphql/batched-reads.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { idFilter, isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import { schedulesByIds } from '../schedule/autopay-schedule.store.js';
import {
  AUTOPAY_RUNS,
  AUTOPAY_RUNS_BY_STATUS,
  type AutopayAttemptRow,
  type AutopayRunRow,
  attemptsOfRuns,
  type RUN_FILTERS,
  RUNS_OF_SCHEDULE,
  runById,
  runsOfAccounts,
  runsOfSchedules,
} from './autopay-run.reads.store.js';
import type { RunColumn } from './run-columns.js';
import { RUN_LIST } from './run-list.store.js';
import type { RunStatus } from './run-work.reads.store.js';

/** Number of runs that a schedule shows directly; the list pages through all of them. */
export const LATEST_RUNS = 50;

/** Number of runs that a loan shows directly. */
export const LATEST_RUNS_OF_ACCOUNT = 20;

export interface RunFilterRequest extends Omit<ListArguments, 'limit' | 'cursor'> {
  readonly timeZone?: string | null;
  readonly scheduleId?: string | null;
  readonly accountId?: string | null;
  readonly status?: RunStatus | null;
  readonly statuses?: readonly RunStatus[] | null;
}

export interface RunListRequest extends RunFilterRequest, PageRequest, SortRequest<RunColumn> {}

/** Reads autopay runs. */
export class AutopayRunService {
  constructor(private readonly parts: ListParts) {}

  /** @throws {Problem} `autopay_run_not_found`, for an unknown id and for one out of scope alike. */
  async one(principal: Principal, id: string): Promise<AutopayRunRow> {
    requireScope(principal, 'autopay:read');
    return requireById(this.parts.db, principal, runById, id, 'autopay_run_not_found');
  }

  /** Newest first; `from` and `to` are creation dates in `timeZone`, or in UTC. */
  async list(principal: Principal, request: RunListRequest): Promise<Page<AutopayRunRow>> {
    const sought = runsSought(principal, request);
    const { sortBy } = request;
    if (sortBy === 'borrower') requireScope(principal, 'persons:read');
    if (sortBy) return readSortedPage(this.parts, RUN_LIST, sought, sortBy, request);
    const { caller, parameters, filters } = sought;
    const { statuses } = parameters;
    // Nearly all runs are posted, so a scan through all of them finds them everywhere.
    const list = statuses === null || statuses.includes('posted') ? AUTOPAY_RUNS : AUTOPAY_RUNS_BY_STATUS;
    return readPage(this.parts, caller, list, parameters, filters, request);
  }

  /** Number and sums of all runs that match. @throws {Problem} as `list` */
  async totals(principal: Principal, request: RunFilterRequest): Promise<ShownTotals> {
    return readTotals(this.parts, RUN_LIST, runsSought(principal, request));
  }

  /** All runs that match, in the order of the list, as CSV. @throws {Problem} as `list` and `exportSorted` */
  async csv(exports: Exports, principal: Principal, request: RunListRequest): Promise<Readable> {
    const { sortBy } = request;
    if (sortBy === 'borrower') requireScope(principal, 'persons:read');
    const order = sortBy ? orderOf(sortBy, request) : 'began desc';
    return exportSorted(exports, principal, RUN_LIST, runsSought(principal, request), order);
  }

  /**
   * The runs of one schedule, latest date first; `from` and `to` are due dates of runs.
   *
   * @throws {Problem} `autopay_schedule_not_found`, for an unknown id and for one out of scope alike.
   */
  async ofSchedule(
    principal: Principal,
    request: ListArguments & { readonly scheduleId: string },
  ): Promise<Page<AutopayRunRow>> {
    requireScope(principal, 'autopay:read');
    const { organizationId, from, to, scheduleId } = request;
    const caller = limitToOrganization(principal, organizationId);
    const parameters = { scheduleId, ...bounds(dateRange(from, to)) };
    if (!isId(scheduleId)) throw new Problem('autopay_schedule_not_found');
    const filters = { organizationId, from, to, scheduleId };
    const page = await readPage(this.parts, caller, RUNS_OF_SCHEDULE, parameters, filters, request);
    if (page.items.length > 0) return page;
    const known = await this.parts.db.first(caller, schedulesByIds, { ids: [scheduleId] });
    if (known === undefined) throw new Problem('autopay_schedule_not_found');
    return page;
  }

  /** The latest runs of several schedules, in the order of the schedules. */
  async ofSchedules(
    principal: Principal,
    scheduleIds: readonly string[],
  ): Promise<readonly (readonly AutopayRunRow[])[]> {
    requireScope(principal, 'autopay:read');
    const rows = await this.parts.db.many(principal, runsOfSchedules, { scheduleIds, limit: LATEST_RUNS });
    return groupedBy(scheduleIds, rows, ({ scheduleId }) => scheduleId);
  }

  /** The latest runs of several loans, newest first, in the order of the loans. */
  async ofAccounts(
    principal: Principal,
    accountIds: readonly string[],
  ): Promise<readonly (readonly AutopayRunRow[])[]> {
    requireScope(principal, 'autopay:read');
    const rows = await this.parts.db.many(principal, runsOfAccounts, { accountIds, limit: LATEST_RUNS_OF_ACCOUNT });
    return groupedBy(accountIds, rows, ({ accountId }) => accountId);
  }

  /** All attempts of several runs, in the order of the runs, first attempt first. */
  async attempts(principal: Principal, runIds: readonly string[]): Promise<readonly (readonly AutopayAttemptRow[])[]> {
    requireScope(principal, 'autopay:read');
    const rows = await this.parts.db.many(principal, attemptsOfRuns, { runIds });
    return groupedBy(runIds, rows, ({ runId }) => runId);
  }
}

/** The filters of a request for runs: for pages, totals and files alike. */
function runsSought(principal: Principal, request: RunFilterRequest): SoughtRows<ParametersOf<typeof RUN_FILTERS>> {
  requireScope(principal, 'autopay:read');
  const { organizationId, from, to, timeZone, scheduleId, accountId } = request;
  const statuses = soughtStatuses(request);
  const parameters = {
    scheduleId: idFilter(scheduleId),
    accountId: idFilter(accountId),
    statuses,
    ...instants(dateRange(from, to), timeZone),
  };
  const filters = {
    ...{ organizationId, from, to, scheduleId, accountId, statuses: statuses && JSON.stringify(statuses) },
    ...(typeof timeZone === 'string' && { timeZone }),
  };
  return { caller: limitToOrganization(principal, organizationId), parameters, filters };
}

/** The statuses that both arguments allow; null: all. */
function soughtStatuses({ status, statuses }: RunFilterRequest): readonly string[] | null {
  if (status === undefined || status === null) return statuses ? [...new Set(statuses)].toSorted() : null;
  return (statuses ?? [status]).includes(status) ? [status] : [];
}
