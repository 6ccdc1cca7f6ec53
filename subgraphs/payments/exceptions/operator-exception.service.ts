import { z } from 'zod';
import { recordAudit } from '../../../core/audit/record.js';
import { checkedBody } from '../../../core/contract/checked-write.js';
import { dateRange, instants, isoDateText } from '../../../core/contract/date-range.js';
import { EXCEPTION_KINDS } from '../../../core/contract/exception-kinds.js';
import { plainProse } from '../../../core/contract/stored-text.js';
import type { Transaction } from '../../../core/db/database.js';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { invalid, Problem } from '../../../core/errors/problem.js';
import { wrongValue } from '../../../core/errors/validation.js';
import {
  type OperatorExceptionRow,
  postponeException,
  resolveException,
} from '../../../core/exceptions/resolve-and-postpone-operator-exceptions.store.js';
import { groupedBy, rowById } from '../../../core/graphql/batched-reads.js';
import type { ListArguments } from '../../../core/graphql/organization-and-date-arguments.js';
import { readRequestedPage } from '../../../core/graphql/read-requested-page.js';
import { isId } from '../../../core/ids/ids.js';
import { type Principal, requireRole } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { addDays, type IsoDate, isoInstant } from '../../../core/time/dates.js';
import { servicingDate } from '../../../core/time/servicing-day.js';
import {
  exceptionById,
  exceptionsById,
  exceptionsOfRuns,
  lockException,
  OPERATOR_EXCEPTIONS,
  subjectsOfExceptions,
} from './operator-exception.reads.store.js';

export interface ExceptionParts extends Pick<ServiceParts, 'db' | 'clock' | 'cursors'> {
  /**
   * By kind: what must be decided elsewhere before an exception may be resolved; undefined: nothing, or it is
   * decided.
   */
  readonly undecided: Undecided;
}

export type Undecided = Readonly<
  Record<
    string,
    (tx: Transaction, principal: Principal, exception: OperatorExceptionRow) => Promise<string | undefined>
  >
>;

/** What an exception is about; null where there is none. */
export interface ExceptionSubject {
  readonly accountId: string | null;
  readonly paymentId: string | null;
  readonly runId: string | null;
  /** The due date of its autopay run. */
  readonly runDueOn: string | null;
}

const NO_SUBJECT: ExceptionSubject = { accountId: null, paymentId: null, runId: null, runDueOn: null };

export interface ExceptionListRequest extends ListArguments {
  readonly isResolved?: boolean | null;
  readonly isWaiting?: boolean | null;
}

export interface PostponeRequest {
  readonly until: string;
  readonly reason: string;
}

const resolveBody = z.object({ resolution: plainProse({ minimum: 1, maximum: 500 }) });
const postponeBody = z.object({ until: isoDateText, reason: plainProse({ minimum: 1, maximum: 500 }) });

/** A longer wait would amount to accepting the exception. */
export const LONGEST_WAIT_DAYS = 90;

/** For operators: cases that the system must not decide by itself. */
export class OperatorExceptionService {
  constructor(private readonly parts: ExceptionParts) {}

  /**
   * Newest first; `from` and `to` are the dates on which they were raised, in UTC. @throws {Problem}
   * `insufficient_scope`
   */
  async list(principal: Principal, request: ExceptionListRequest): Promise<Page<OperatorExceptionRow>> {
    requireRole(principal, 'viewer');
    const { from, to } = request;
    const isResolved = request.isResolved ?? null;
    // A postponed open exception is hidden unless it is requested.
    const isWaiting = request.isWaiting ?? (isResolved === false ? false : null);
    const parameters = { isResolved, isWaiting, today: this.#today(), ...instants(dateRange(from, to)) };
    const filters = { isResolved: flagText(isResolved), isWaiting: flagText(isWaiting) };
    return readRequestedPage(this.parts, principal, OPERATOR_EXCEPTIONS, parameters, filters, request);
  }

  /** In the order of `ids`; an unknown id gets an error in its place. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (OperatorExceptionRow | Error)[]> {
    requireRole(principal, 'viewer');
    const rows = await exceptionsById(this.parts.db.models(principal), ids);
    return rowById(ids, rows, () => new Problem('operator_exception_not_found'));
  }

  /** What each exception is about, in the order of `ids`. */
  async subjects(principal: Principal, ids: readonly string[]): Promise<readonly ExceptionSubject[]> {
    requireRole(principal, 'viewer');
    const rows = await this.parts.db.many(principal, subjectsOfExceptions, { ids });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? NO_SUBJECT);
  }

  /** The exceptions of several runs, in the order of the runs, latest first. */
  async ofRuns(principal: Principal, runIds: readonly string[]): Promise<readonly (readonly OperatorExceptionRow[])[]> {
    requireRole(principal, 'viewer');
    const rows = await this.parts.db.many(principal, exceptionsOfRuns, { runIds, kinds: EXCEPTION_KINDS });
    return groupedBy(runIds, rows, ({ runId }) => runId);
  }

  /**
   * Records that and how an operator resolved it. Repeating it changes nothing: the first note stays.
   *
   * @throws {Problem} `insufficient_scope`, `operator_exception_not_found`, `validation_failed`
   */
  async resolve(principal: Principal, id: string, written: string): Promise<OperatorExceptionRow> {
    requireRole(principal, 'supervisor');
    const { resolution } = checkedBody(resolveBody, { resolution: written });
    if (!isId(id)) throw new Problem('operator_exception_not_found');
    const { db, clock } = this.parts;
    return db.transaction(async (tx) => {
      const resolvedAt = isoInstant(clock.now());
      const models = tx.models(principal);
      await this.#requireDecided(tx, principal, await exceptionById(models, id));
      const resolved = await resolveException(models, id, { resolvedBy: principal.actor, resolution, resolvedAt });
      if (resolved === undefined) {
        const standing = await exceptionById(models, id);
        if (standing === undefined) throw new Problem('operator_exception_not_found');
        return standing;
      }
      await recordAudit(tx, clock, principal, {
        action: 'operator_exception.resolve',
        subject: id,
        organizationId: resolved.organizationId,
        before: { kind: resolved.kind, subjectId: resolved.subjectId, resolvedAt: null },
        after: { kind: resolved.kind, subjectId: resolved.subjectId, resolvedAt, resolution },
      });
      return resolved;
    });
  }

  /**
   * Postpones an open exception: before the day it is in no list of open ones and in no count; from then on it is
   * shown again, unless it has been settled. A repeated request changes nothing; another day replaces the previous
   * one.
   *
   * @throws {Problem} `insufficient_scope`, `operator_exception_not_found`, `operator_exception_resolved`,
   * `validation_failed`
   */
  async postpone(principal: Principal, id: string, written: PostponeRequest): Promise<OperatorExceptionRow> {
    requireRole(principal, 'supervisor');
    const { until, reason } = checkedBody(postponeBody, { until: written.until, reason: written.reason });
    this.#requireAhead(until);
    if (!isId(id)) throw new Problem('operator_exception_not_found');
    const { db, clock } = this.parts;
    return db.transaction(async (tx) => {
      const models = tx.models(principal);
      const found = await exceptionById(models, id);
      if (found === undefined) throw new Problem('operator_exception_not_found');
      const before = await tx.first(principal, lockException, { organizationId: found.organizationId, id });
      if (before === undefined) throw new Problem('operator_exception_not_found');
      if (before.resolvedAt === null && before.waitsUntil === until && before.waitReason === reason) return before;
      const wait = { waitsUntil: until, waitsBy: principal.actor, waitReason: reason };
      const postponed = await postponeException(models, id, wait);
      if (postponed === undefined) throw new Problem('operator_exception_resolved');
      const { kind, subjectId, organizationId } = postponed;
      await recordAudit(tx, clock, principal, {
        action: 'operator_exception.postpone',
        subject: id,
        organizationId,
        before: { kind, subjectId, waitsUntil: before.waitsUntil },
        after: { kind, subjectId, waitsUntil: until, reason },
      });
      return postponed;
    });
  }

  /** The case itself must be decided before its exception is resolved. @throws {Problem} `validation_failed` */
  async #requireDecided(
    tx: Transaction,
    principal: Principal,
    exception: OperatorExceptionRow | undefined,
  ): Promise<void> {
    if (exception === undefined) return;
    const undecided = await this.parts.undecided[exception.kind]?.(tx, principal, exception);
    if (undecided !== undefined) throw invalid([wrongValue('id', undecided, exception.id)]);
  }

  #requireAhead(until: IsoDate): void {
    const today = this.#today();
    if (until > today && until <= addDays(today, LONGEST_WAIT_DAYS)) return;
    throw invalid([wrongValue('until', `the day must be after today and within ${LONGEST_WAIT_DAYS} days`, until)]);
  }

  #today(): IsoDate {
    return servicingDate(this.parts.clock.now());
  }
}

function flagText(flag: boolean | null): string | null {
  return flag === null ? null : String(flag);
}
