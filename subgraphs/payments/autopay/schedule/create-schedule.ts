import { recordAudit } from '../../../../core/audit/record.js';
import { businessClockWithin, businessToday } from '../../../../core/business-time/business-clock.js';
import { type CreateScheduleBody, createScheduleBody } from '../../../../core/contract/autopay.js';
import { checkedBody, checkedWrite } from '../../../../core/contract/checked-write.js';
import type { Transaction } from '../../../../core/db/database.js';
import { invalid, Problem, type WrittenAnswer } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import type { Decision, FinalAnswer, StoredAnswer } from '../../../../core/idempotency/decision.js';
import { fingerprint } from '../../../../core/idempotency/fingerprint.js';
import { claim, finish, type KeyedRequest } from '../../../../core/idempotency/idempotency.js';
import { storedRefusal } from '../../../../core/idempotency/stored-refusal.js';
import { isId, newId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { lockAccount, requireActive } from '../../account/payable-account.reads.store.js';
import { type AutopayScheduleRow, accountForSchedule, insertSchedule } from './autopay-schedule.store.js';
import { firstRun } from './cadence.js';
import { holdFunding } from './lock-funding-method.js';
import { storedScheduleOf } from './parse-stored-schedule-answer.js';
import { writtenSchedule } from './schedule-response.js';
import { cadenceOf, wrongDates } from './schedule-rules.js';

export interface ScheduleParts extends Pick<ServiceParts, 'db' | 'clock' | 'clientKeys'> {
  /** Codes of the processors that can be charged in this process. */
  readonly processors: readonly string[];
}

export interface CreatedSchedule {
  readonly schedule: AutopayScheduleRow;
  /** In the bytes of the API's answer. */
  readonly answer: WrittenAnswer;
  /** Whether this answers an earlier request with the same key. */
  readonly replayed: boolean;
}

const OPERATION = 'create_autopay_schedule';

/** Creates schedules; with an Idempotency-Key, exactly one per key. */
export class ScheduleCreator {
  readonly #parts: ScheduleParts;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  /**
   * @throws {Problem} `validation_failed`, `organization_inactive`, `account_not_payable`, `idempotency_conflict`,
   *   `idempotency_in_progress`
   */
  async create(
    principal: Principal,
    request: { readonly idempotencyKey: string | null; readonly body: unknown },
  ): Promise<CreatedSchedule> {
    requireScope(principal, 'autopay:write');
    const { idempotencyKey: key } = request;
    const body =
      key === null
        ? checkedBody(createScheduleBody, request.body)
        : checkedWrite(createScheduleBody, { idempotencyKey: key, body: request.body });
    const { db } = this.#parts;
    const account = isId(body.account_id)
      ? await db.first(principal, accountForSchedule, { id: body.account_id })
      : undefined;
    if (account === undefined) {
      const own = await businessClockWithin(db, this.#parts.clock, principal.organizationIds);
      throw invalid([noSuchAccount(body), ...wrongDates(body, servicingDate(own.now()))]);
    }
    const { organizationId } = account;
    const keyed =
      key === null
        ? undefined
        : {
            organizationId,
            operation: OPERATION,
            ...this.#parts.clientKeys.known(key),
            fingerprint: fingerprint([], body),
          };
    return db.transaction((tx) => this.#createIn(tx, principal, body, account, keyed));
  }

  /**
   * A key's stored answer comes before every check of things that may have changed: a replay is not refused because
   * of today's date.
   */
  async #createIn(
    tx: Transaction,
    principal: Principal,
    body: CreateScheduleBody,
    { organizationId }: { readonly organizationId: string },
    keyed: KeyedRequest | undefined,
  ): Promise<CreatedSchedule> {
    const decision: Decision =
      keyed === undefined ? { kind: 'proceed', subjectId: newId() } : await claim(tx, principal, keyed, newId());
    if (decision.kind !== 'proceed') return replayed(decision);
    await requireActive(tx, principal, organizationId);
    // Locked, so that a payment that pays the loan off at the same time either finds the schedule or is found here.
    const stands = await tx.first(principal, lockAccount, { id: body.account_id, organizationId });
    const funding = { paymentMethodId: body.payment_method_id, accountId: body.account_id, organizationId };
    const today = await businessToday(tx, this.#parts.clock, organizationId);
    const issues = [
      ...(await holdFunding(tx, principal, { ...funding, processors: this.#parts.processors, today })),
      ...wrongDates(body, today),
    ];
    if (issues.length > 0) throw invalid(issues);
    if (stands === undefined || NEVER_AGAIN_PAYABLE.has(stands.statusCode)) throw new Problem('account_not_payable');
    const cadence = cadenceOf(body);
    const schedule = await tx.first(principal, insertSchedule, {
      id: decision.subjectId,
      ...funding,
      amountCents: body.amount_cents,
      ...cadence,
      endDate: body.end_date ?? null,
      nextRunDate: firstRun(cadence),
      createdBy: principal.actor,
    });
    if (schedule === undefined) throw new Error('an account disappeared while a schedule was created for it');
    const act = { action: 'autopay_schedule.create', subject: schedule.id, organizationId, after: schedule };
    await recordAudit(tx, this.#parts.clock, principal, act);
    const answer: FinalAnswer = { kind: 'resource', resource: schedule, written: writtenSchedule(schedule) };
    if (keyed !== undefined) {
      const subject = { organizationId, operation: OPERATION, subjectId: decision.subjectId };
      await finish(tx, principal, subject, answer);
    }
    return { schedule, answer: answer.written, replayed: false };
  }
}

/** With any other status the account can be paid, now or later. */
const NEVER_AGAIN_PAYABLE: ReadonlySet<string> = new Set(['paid_in_full', 'closed']);

function replayed(decision: Exclude<Decision, { kind: 'proceed' }>): CreatedSchedule {
  switch (decision.kind) {
    case 'conflict':
      throw new Problem('idempotency_conflict');
    case 'in_progress':
      throw new Problem('idempotency_in_progress');
    case 'replay':
      return kept(decision.answer);
  }
}

function kept(stored: StoredAnswer): CreatedSchedule {
  if (stored.kind === 'problem') throw storedRefusal(stored);
  const { resource, written } = stored;
  return { schedule: storedScheduleOf(resource), answer: written, replayed: true };
}

/** Unknown and out of scope give the same error; 404 is only for ids in paths. */
function noSuchAccount({ account_id }: CreateScheduleBody) {
  return wrongValue('account_id', 'no such account is in scope', account_id);
}
