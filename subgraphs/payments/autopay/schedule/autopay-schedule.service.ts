import type { AutopayStatus } from '../../../../core/contract/autopay.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { distinct } from '../../../../core/contract/query-parameters.js';
import { requireById } from '../../../../core/db/by-id.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { Problem } from '../../../../core/errors/problem.js';
import { groupedBy, rowById } from '../../../../core/graphql/batched-reads.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { idFilter, isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import {
  type AutopayScheduleRow,
  originsOfSchedules,
  recurringSchedule,
  type ScheduleOrigin,
  schedulesByIds,
  schedulesOfAccounts,
} from './autopay-schedule.store.js';
import type { AutopayScheduleArguments } from './autopay-schedule.type.js';
import { ACTIVE_SCHEDULES, OTHER_SCHEDULES, SCHEDULES } from './schedule-list.store.js';

export type ScheduleServiceParts = Pick<ServiceParts, 'db' | 'cursors'>;

/** Reads autopay schedules. */
export class AutopayScheduleService {
  constructor(private readonly parts: ScheduleServiceParts) {}

  /** @throws {Problem} `autopay_schedule_not_found`, for an unknown id and for one out of scope alike. */
  async one(principal: Principal, id: string): Promise<AutopayScheduleRow> {
    requireScope(principal, 'autopay:read');
    return requireById(this.parts.db, principal, recurringSchedule, id, 'autopay_schedule_not_found');
  }

  /** In the order of `ids`; an id out of scope gets an error in its place. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (AutopayScheduleRow | Error)[]> {
    requireScope(principal, 'autopay:read');
    const rows = await this.parts.db.many(principal, schedulesByIds, { ids: ids.filter(isId) });
    return rowById(ids, rows, () => new Problem('autopay_schedule_not_found'));
  }

  /** Origin fields of schedules, in the order of `ids`. Open to any caller that received the schedule in an answer. */
  async origins(principal: Principal, ids: readonly string[]): Promise<readonly (ScheduleOrigin | Error)[]> {
    const rows = await this.parts.db.many(principal, originsOfSchedules, { ids });
    return rowById(ids, rows, () => new Problem('autopay_schedule_not_found'));
  }

  /** All schedules of several accounts, in the order of the accounts. */
  async ofAccounts(
    principal: Principal,
    accountIds: readonly string[],
  ): Promise<readonly (readonly AutopayScheduleRow[])[]> {
    requireScope(principal, 'autopay:read');
    const rows = await this.parts.db.many(principal, schedulesOfAccounts, { accountIds: accountIds.filter(isId) });
    return groupedBy(accountIds, rows, ({ accountId }) => accountId);
  }

  /** Newest first; `from` and `to` are creation dates in UTC. */
  async list(
    principal: Principal,
    request: ListArguments & Pick<AutopayScheduleArguments, 'accountId' | 'statuses'>,
  ): Promise<Page<AutopayScheduleRow>> {
    requireScope(principal, 'autopay:read');
    const { from, to, accountId } = request;
    const statuses = distinct(request.statuses);
    const parameters = { accountId: idFilter(accountId), statuses, ...instants(dateRange(from, to)) };
    return readRequestedPage(
      this.parts,
      principal,
      listOf(statuses),
      parameters,
      { accountId, ...(statuses !== null && { statuses: statuses.join() }) },
      request,
    );
  }
}

function listOf(statuses: readonly AutopayStatus[] | null) {
  if (statuses === null) return SCHEDULES;
  if (!statuses.includes('active')) return OTHER_SCHEDULES;
  return statuses.length === 1 ? ACTIVE_SCHEDULES : SCHEDULES;
}
