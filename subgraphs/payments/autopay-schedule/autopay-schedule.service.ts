import { changeOf, recordAudit } from '../../../core/audit/record.js';
import { type Principal, requireScope, within } from '../../../core/auth/principal.js';
import { businessToday } from '../../../core/business-clock.js';
import type { Clock } from '../../../core/clock.js';
import type { AutopayStatus } from '../../../core/contract/autopay.js';
import { updateScheduleBody } from '../../../core/contract/autopay.js';
import { checkedBody } from '../../../core/contract/checked.js';
import { dateRange, instants } from '../../../core/contract/date-range.js';
import { distinct } from '../../../core/contract/query.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import type { Cursors, Page } from '../../../core/db/keyset.js';
import { readPage } from '../../../core/db/list.js';
import { wholeKey } from '../../../core/db/whole-key.js';
import { invalid, Problem } from '../../../core/errors/problem.js';
import { groupedBy, oneOfEach } from '../../../core/graphql/batch.js';
import type { ListArguments } from '../../../core/graphql/list-arguments.js';
import { idFilter, isId } from '../../../core/ids.js';
import { endHeldRuns } from '../autopay-run/held-watch.js';
import { countRuns } from '../autopay-run/run-metrics.js';
import {
  ACTIVE_SCHEDULES,
  type AutopayScheduleRow,
  cancelSchedule,
  giveUpRetries,
  lockSchedule,
  OTHER_SCHEDULES,
  openRun,
  originsOfSchedules,
  SCHEDULES,
  type ScheduleOrigin,
  type ScheduleStanding,
  scheduleOwner,
  schedulesByIds,
  schedulesOfAccounts,
  updateSchedule,
} from './autopay-schedule.store.js';
import type { AutopayScheduleArguments } from './autopay-schedule.type.js';
import { holdFunding } from './hold-funding.js';
import { changed, isOver, isPast, wrongEnd } from './schedule-rules.js';

export interface ScheduleServiceParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  /** Codes of the processors that can be charged in this process. */
  readonly processors: readonly string[];
}

/** Reads, changes and cancels autopay schedules. */
export class AutopayScheduleService {
  readonly #parts: ScheduleServiceParts;

  constructor(parts: ScheduleServiceParts) {
    this.#parts = parts;
  }

  /** @throws {Problem} `autopay_schedule_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<AutopayScheduleRow> {
    const [found] = await this.many(principal, [id]);
    if (found === undefined || found instanceof Error) throw found ?? new Problem('autopay_schedule_not_found');
    return found;
  }

  /** In the order of `ids`; an error in the place of one that is not within reach. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (AutopayScheduleRow | Error)[]> {
    requireScope(principal, 'autopay:read');
    const rows = await this.#parts.db.many(principal, schedulesByIds, { ids: ids.filter(isId) });
    return oneOfEach(ids, rows, () => new Problem('autopay_schedule_not_found'));
  }

  /** Where schedules come from, in the order of `ids`. Whoever was answered a schedule may know. */
  async origins(principal: Principal, ids: readonly string[]): Promise<readonly (ScheduleOrigin | Error)[]> {
    const rows = await this.#parts.db.many(principal, originsOfSchedules, { ids });
    return oneOfEach(ids, rows, () => new Problem('autopay_schedule_not_found'));
  }

  /** All of several accounts, in the order of the accounts. */
  async ofAccounts(
    principal: Principal,
    accountIds: readonly string[],
  ): Promise<readonly (readonly AutopayScheduleRow[])[]> {
    requireScope(principal, 'autopay:read');
    const rows = await this.#parts.db.many(principal, schedulesOfAccounts, { accountIds: accountIds.filter(isId) });
    return groupedBy(accountIds, rows, ({ accountId }) => accountId);
  }

  /** Newest first; `from` and `to` are dates of creation, UTC. */
  async list(
    principal: Principal,
    request: ListArguments & Pick<AutopayScheduleArguments, 'accountId' | 'statuses'>,
  ): Promise<Page<AutopayScheduleRow>> {
    requireScope(principal, 'autopay:read');
    const { organizationId, from, to, accountId } = request;
    const statuses = distinct(request.statuses);
    const parameters = { accountId: idFilter(accountId), statuses, ...instants(dateRange(from, to)) };
    const caller = within(principal, organizationId);
    const filters = { organizationId, from, to, accountId, ...(statuses !== null && { statuses: statuses.join() }) };
    return readPage(this.#parts, caller, listOf(statuses), parameters, filters, request);
  }

  /**
   * Changes what may change. An end that the next run would pass ends the schedule now, unless a run of it is still open: then
   * that run's end does.
   *
   * @throws {Problem} `validation_failed`, `autopay_schedule_not_found`, `autopay_schedule_cancelled`, `autopay_schedule_expired`
   */
  async update(principal: Principal, id: string, body: unknown): Promise<AutopayScheduleRow> {
    requireScope(principal, 'autopay:write');
    const change = checkedBody(updateScheduleBody, body);
    return this.#parts.db.transaction(async (tx) => {
      const schedule = await locked(tx, principal, id);
      const next = changed(schedule, change);
      const { organizationId } = schedule;
      const runs = { scheduleId: id, organizationId };
      const { processors } = this.#parts;
      const today = await businessToday(tx, this.#parts.clock, organizationId);
      // Naming the method that it has already changes nothing: pausing must not fail because a card has expired.
      const hasNewMethod = next.paymentMethodId !== schedule.paymentMethodId;
      const issues = [
        ...wrongEnd(next),
        ...(hasNewMethod ? await holdFunding(tx, principal, { ...next, processors, today }) : []),
      ];
      if (issues.length > 0) throw invalid(issues);
      if (next.status === 'paused') {
        const stopped = { ...runs, failureCode: 'schedule_paused', actor: principal.actor };
        const givenUp = await tx.many(principal, giveUpRetries, stopped);
        countRuns(tx, 'failed', givenUp.length);
      }
      const isEnding = isOver(next) || isPast(next, today);
      const ends = isEnding && (await tx.first(principal, openRun, runs)) === undefined;
      const { paymentMethodId, amountCents, endDate } = next;
      const status = ends ? 'expired' : next.status;
      const key = { id, organizationId };
      const updated = await tx.first(principal, updateSchedule, {
        ...key,
        paymentMethodId,
        amountCents,
        endDate,
        status,
        actor: principal.actor,
      });
      if (updated === undefined) throw new Error('a schedule vanished under its lock');
      const act = { action: 'autopay_schedule.update', subject: id, organizationId, ...changeOf(schedule, updated) };
      await recordAudit(tx, this.#parts.clock, principal, act);
      return updated;
    });
  }

  /** Again, or on one that has expired, changes nothing. @throws {Problem} `autopay_schedule_not_found` */
  async cancel(principal: Principal, id: string): Promise<AutopayScheduleRow> {
    requireScope(principal, 'autopay:write');
    return this.#parts.db.transaction(async (tx) => {
      const schedule = await locked(tx, principal, id);
      const { organizationId } = schedule;
      const runs = { scheduleId: id, organizationId };
      const cancelled = await tx.first(principal, cancelSchedule, { id, organizationId, actor: principal.actor });
      if (cancelled === undefined) return schedule;
      const stopped = { ...runs, failureCode: 'schedule_cancelled', actor: principal.actor };
      const givenUp = await tx.many(principal, giveUpRetries, stopped);
      countRuns(tx, 'failed', givenUp.length);
      await endHeldRuns(tx, this.#parts.clock, schedule, {
        failureCode: 'schedule_cancelled',
        resolution: 'Its schedule was cancelled.',
        actor: principal.actor,
      });
      const act = { action: 'autopay_schedule.cancel', subject: id, organizationId, ...changeOf(schedule, cancelled) };
      await recordAudit(tx, this.#parts.clock, principal, act);
      return cancelled;
    });
  }
}

async function locked(tx: Transaction, principal: Principal, id: string): Promise<ScheduleStanding> {
  const key = isId(id) ? await wholeKey(tx, principal, scheduleOwner, id) : undefined;
  const schedule = key && (await tx.first(principal, lockSchedule, key));
  if (schedule === undefined) throw new Problem('autopay_schedule_not_found');
  return schedule;
}

function listOf(statuses: readonly AutopayStatus[] | null) {
  if (statuses === null) return SCHEDULES;
  if (!statuses.includes('active')) return OTHER_SCHEDULES;
  return statuses.length === 1 ? ACTIVE_SCHEDULES : SCHEDULES;
}
