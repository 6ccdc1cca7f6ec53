import { z } from 'zod';
import { changeOf, recordAudit } from '../../../../core/audit/record.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { updateScheduleBody } from '../../../../core/contract/autopay.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { REASON_LENGTH } from '../../../../core/contract/collected-payment.js';
import { plainProse } from '../../../../core/contract/stored-text.js';
import type { Transaction } from '../../../../core/db/database.js';
import { findRowKey } from '../../../../core/db/row-key.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { countRuns } from '../run/run-metrics.js';
import { endHeldRuns } from '../run/watch-held-runs.js';
import {
  type AutopayScheduleRow,
  cancelSchedule,
  giveUpRetries,
  lockSchedule,
  openRun,
  type ScheduleToRun,
  scheduleOwner,
  updateSchedule,
} from '../schedule/autopay-schedule.store.js';
import { holdFunding } from '../schedule/lock-funding-method.js';
import { changed, isOver, isPast, wrongEnd } from '../schedule/schedule-rules.js';

/** A person’s reason for a pause; it may name the borrower, so an erasure erases it. */
const pauseReasonBody = z.strictObject({ pauseReason: plainProse({ minimum: 1, maximum: REASON_LENGTH }).nullable() });

export interface ScheduleChangerParts extends Pick<ServiceParts, 'db' | 'clock'> {
  /** Codes of the processors that can be charged in this process. */
  readonly processors: readonly string[];
}

/** Changes and cancels autopay schedules, and ends their runs that will not charge any more. */
export class ScheduleChanger {
  constructor(private readonly parts: ScheduleChangerParts) {}

  /**
   * Changes the editable fields. If the next run would fall after the new end date, the schedule ends now; if one of
   * its runs is still open, the schedule ends with that run.
   *
   * @param reason - why it is paused; null: none is given.
   * @throws {Problem} `validation_failed`, `autopay_schedule_not_found`, `autopay_schedule_cancelled`,
   * `autopay_schedule_expired`
   */
  async update(
    principal: Principal,
    id: string,
    body: unknown,
    reason: string | null = null,
  ): Promise<AutopayScheduleRow> {
    requireScope(principal, 'autopay:write');
    const change = checkedBody(updateScheduleBody, body);
    const { pauseReason } = checkedBody(pauseReasonBody, { pauseReason: reason });
    return this.parts.db.transaction(async (tx) => {
      const schedule = await locked(tx, principal, id);
      const next = changed(schedule, change);
      const { organizationId } = schedule;
      const runs = { scheduleId: id, organizationId };
      const { processors } = this.parts;
      const today = await businessToday(tx, this.parts.clock, organizationId);
      // A request that names the current method again changes nothing: pausing must not fail because a card has
      // expired.
      const hasNewMethod = next.paymentMethodId !== schedule.paymentMethodId;
      const issues = [
        ...wrongEnd(next),
        ...(pauseReason !== null && next.status !== 'paused'
          ? [wrongValue('pauseReason', 'only a paused schedule has a reason for the pause', null)]
          : []),
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
        pauseReason,
        actor: principal.actor,
      });
      if (updated === undefined) throw new Error('a locked schedule disappeared');
      const { before, after } = changeOf(schedule, updated);
      const stated = pauseReason === null ? after : { ...after, reason: pauseReason };
      const act = { action: 'autopay_schedule.update', subject: id, organizationId, before, after: stated };
      await recordAudit(tx, this.parts.clock, principal, act);
      return updated;
    });
  }

  /** Changes nothing when repeated, or when the schedule has expired. @throws {Problem} `autopay_schedule_not_found` */
  async cancel(principal: Principal, id: string): Promise<AutopayScheduleRow> {
    requireScope(principal, 'autopay:write');
    return this.parts.db.transaction(async (tx) => {
      const schedule = await locked(tx, principal, id);
      const { organizationId } = schedule;
      const runs = { scheduleId: id, organizationId };
      const cancelled = await tx.first(principal, cancelSchedule, { id, organizationId, actor: principal.actor });
      if (cancelled === undefined) return schedule;
      const stopped = { ...runs, failureCode: 'schedule_cancelled', actor: principal.actor };
      const givenUp = await tx.many(principal, giveUpRetries, stopped);
      countRuns(tx, 'failed', givenUp.length);
      await endHeldRuns(tx, this.parts.clock, schedule, {
        failureCode: 'schedule_cancelled',
        resolution: 'Its schedule was cancelled.',
        actor: principal.actor,
      });
      const act = { action: 'autopay_schedule.cancel', subject: id, organizationId, ...changeOf(schedule, cancelled) };
      await recordAudit(tx, this.parts.clock, principal, act);
      return cancelled;
    });
  }
}

async function locked(tx: Transaction, principal: Principal, id: string): Promise<ScheduleToRun> {
  const key = isId(id) ? await findRowKey(tx, principal, scheduleOwner, id) : undefined;
  const schedule = key && (await tx.first(principal, lockSchedule, key));
  if (schedule === undefined || schedule.isOneTime) throw new Problem('autopay_schedule_not_found');
  return schedule;
}
