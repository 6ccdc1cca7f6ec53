import { z } from 'zod';
import { recordAudit } from '../../../../core/audit/record.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { snakeCased } from '../../../../core/contract/case-conversion.js';
import { checkedWrite } from '../../../../core/contract/checked-write.js';
import {
  type AdvanceTestClockBody,
  advanceTestClockBody,
  MOST_DAYS,
  TEST_CLOCK_STATUSES,
} from '../../../../core/contract/test-clock.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { serializeAnswer } from '../../../../core/errors/refusal-body.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { fingerprint } from '../../../../core/idempotency/fingerprint.js';
import { type OnceAnswer, type WriteOnceParts, writeOnce } from '../../../../core/idempotency/write-once.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { addDays, daysBetween, type IsoDate, isoInstant } from '../../../../core/time/dates.js';
import { enqueueAdvance } from './enqueue-test-clock-advance.js';
import type { TestClock } from './test-clock.type.js';

export interface TestClockParts extends WriteOnceParts {
  readonly clock: Clock;
  /**
   * When the worker of the installation starts on an advance. Defaults to at once; a caller that processes it in its
   * own process takes it first.
   */
  readonly workerInMs?: number;
}

/** Shows the clocks of sandbox organizations and moves them forward. */
export class TestClockService {
  constructor(private readonly parts: TestClockParts) {}

  /** @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `validation_failed`, `test_clock_not_available` */
  async show(principal: Principal, named: string | null | undefined): Promise<TestClock> {
    requireScope(principal, 'test_clock:read');
    const organizationId = organizationOf(principal, named);
    return this.#read(this.parts.db, limitToOrganization(principal, organizationId), organizationId);
  }

  /**
   * Begins an advance. From the commit on, no other client changes anything in the organization until the worker has
   * reached the day.
   *
   * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `validation_failed`,
   *   `test_clock_not_available`, `test_clock_advancing`, `idempotency_conflict`, `idempotency_in_progress`
   */
  async advance(
    principal: Principal,
    request: { readonly idempotencyKey: string; readonly body: unknown },
  ): Promise<OnceAnswer<TestClock>> {
    requireScope(principal, 'test_clock:write');
    const body = checkedWrite(advanceTestClockBody, request);
    const organizationId = organizationOf(principal, body.organization_id);
    const caller = limitToOrganization(principal, organizationId);
    const mark = fingerprint([], { ...body, organization_id: null });
    return writeOnce(this.parts, caller, {
      request: { organizationId, operation: 'advance_test_clock', fingerprint: mark },
      idempotencyKey: request.idempotencyKey,
      kept: (resource) => KEPT.parse(resource),
      write: (tx, advanceId) => this.#begin(tx, caller, { organizationId, advanceId }, body),
    });
  }

  /**
   * Ends an advance at the day it has reached, audited. Without a running advance nothing changes, so the call can be
   * repeated. A worker that is processing a day finishes its current step and does not move the clock further.
   *
   * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `validation_failed`,
   *   `test_clock_not_available`
   */
  async stop(principal: Principal, named: string | null | undefined): Promise<TestClock> {
    requireScope(principal, 'test_clock:write');
    const organizationId = organizationOf(principal, named);
    const caller = limitToOrganization(principal, organizationId);
    const { db, clock } = this.parts;
    return db.transaction(async (tx) => {
      const finishedAt = new Date(isoInstant(clock.now()));
      const stopped = await tx.models(caller).testClock.updateMany({
        where: { organizationId, isAdvancing: true },
        data: { isAdvancing: false, finishedAt, error: 'stopped', leaseUntil: null, leaseToken: null },
      });
      const resource = await this.#read(tx, caller, organizationId);
      if (stopped.count === 0) return resource;
      const act = { action: 'test_clock.stop', subject: organizationId, organizationId };
      await recordAudit(tx, clock, caller, { ...act, before: { to: resource.to }, after: { at: resource.at } });
      return resource;
    });
  }

  async #begin(
    tx: Transaction,
    principal: Principal,
    { organizationId, advanceId }: { readonly organizationId: string; readonly advanceId: string },
    body: AdvanceTestClockBody,
  ) {
    const { clock, workerInMs = 0 } = this.parts;
    const before = await this.#read(tx, principal, organizationId);
    const from = await businessToday(tx, clock, organizationId);
    const to = dayOf(body, from);
    const act = { action: 'test_clock.advance', subject: organizationId, organizationId };
    await recordAudit(tx, clock, principal, { ...act, before: { at: before.at }, after: { to } });
    const startedAt = isoInstant(clock.now());
    const begun = await tx.models(principal).testClock.updateMany({
      where: { organizationId, isAdvancing: false },
      data: {
        isAdvancing: true,
        advanceId,
        fromDay: new Date(from),
        toDay: new Date(to),
        startedAt: new Date(startedAt),
        finishedAt: null,
        error: null,
        leaseUntil: null,
        leaseToken: null,
        tries: 0,
        failures: 0,
      },
    });
    if (begun.count === 0) throw new Problem('test_clock_advancing');
    await enqueueAdvance(tx, { organizationId }, workerInMs);
    const resource = await this.#read(tx, principal, organizationId);
    return { resource, written: serializeAnswer(202, snakeCased({ ...resource })) };
  }

  /** @throws {Problem} `test_clock_not_available` */
  async #read(on: Queries, principal: Principal, organizationId: string): Promise<TestClock> {
    const row = await on.models(principal).testClock.findUnique({ where: { organizationId } });
    if (row === null) throw new Problem('test_clock_not_available');
    return {
      organizationId,
      status: row.isAdvancing ? 'advancing' : 'resting',
      at: await businessToday(on, this.parts.clock, organizationId),
      from: dateOf(row.fromDay),
      to: dateOf(row.toDay),
      startedAt: instantOf(row.startedAt),
      finishedAt: instantOf(row.finishedAt),
      error: row.error,
    };
  }
}

const KEPT = z.object({
  organizationId: z.string(),
  status: z.enum(TEST_CLOCK_STATUSES),
  at: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  error: z.string().nullable(),
});

function dateOf(day: Date | null): string | null {
  return day === null ? null : day.toISOString().slice(0, 10);
}

function instantOf(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}

/**
 * @throws {Problem} `validation_failed` unless exactly one of `to` and `days` is given and the day is in the future.
 */
function dayOf({ to, days }: AdvanceTestClockBody, from: IsoDate): IsoDate {
  if ((to == null) === (days == null)) throw invalid([wrongValue('to', 'name either `to` or `days`', to ?? null)]);
  if (days != null) return addDays(from, days);
  const day = to as IsoDate;
  if (day <= from) throw invalid([wrongValue('to', `the clock is at ${from}, and can only move forward`, day)]);
  if (daysBetween(from, day) > MOST_DAYS) {
    throw invalid([wrongValue('to', `the clock is at ${from}, and can move at most ${MOST_DAYS} days at a time`, day)]);
  }
  return day;
}

/** @throws {Problem} `validation_failed` when it is omitted and the caller has several; `organization_out_of_scope` */
function organizationOf(principal: Principal, named: string | null | undefined): string {
  if (named) {
    limitToOrganization(principal, named);
    return named;
  }
  const [only, ...others] = principal.organizationIds === 'all' ? [] : principal.organizationIds;
  if (only !== undefined && others.length === 0) return only;
  throw invalid([wrongValue('organization_id', 'it is required for a caller with several organizations', null)]);
}
