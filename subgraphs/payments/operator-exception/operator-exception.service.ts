import { z } from 'zod';
import { recordAudit } from '../../../core/audit/record.js';
import { type Principal, requireRole, within } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import { checkedBody } from '../../../core/contract/checked.js';
import { dateRange, instants } from '../../../core/contract/date-range.js';
import { text } from '../../../core/contract/text.js';
import { isoInstant } from '../../../core/dates.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors, Page } from '../../../core/db/keyset.js';
import { readPage } from '../../../core/db/list.js';
import { Problem } from '../../../core/errors/problem.js';
import type { ListArguments } from '../../../core/graphql/list-arguments.js';
import { isId } from '../../../core/ids.js';
import {
  accountsOfExceptions,
  exceptionById,
  OPERATOR_EXCEPTIONS,
  type OperatorExceptionRow,
  resolveException,
} from './operator-exception.store.js';

export interface ExceptionParts {
  readonly db: Database;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

export interface ExceptionListRequest extends ListArguments {
  readonly isResolved?: boolean | null;
}

const resolveBody = z.object({ resolution: text({ minimum: 1, maximum: 500 }) });

/** For operators: what a machine must not decide by itself. */
export class OperatorExceptionService {
  readonly #parts: ExceptionParts;

  constructor(parts: ExceptionParts) {
    this.#parts = parts;
  }

  /** Newest first; `from` and `to` are the dates on which they arose, UTC. @throws {Problem} `insufficient_scope` */
  async list(principal: Principal, request: ExceptionListRequest): Promise<Page<OperatorExceptionRow>> {
    requireRole(principal, 'viewer');
    const { organizationId, from, to } = request;
    const isResolved = request.isResolved ?? null;
    const filters = { organizationId, from, to, isResolved: isResolved === null ? null : String(isResolved) };
    const parameters = { isResolved, ...instants(dateRange(from, to)) };
    return readPage(this.#parts, within(principal, organizationId), OPERATOR_EXCEPTIONS, parameters, filters, request);
  }

  /** The account that each is about, in the order of `ids`; null where there is none. */
  async accounts(principal: Principal, ids: readonly string[]): Promise<readonly (string | null)[]> {
    requireRole(principal, 'viewer');
    const rows = await this.#parts.db.many(principal, accountsOfExceptions, { ids });
    const byId = new Map(rows.map(({ id, accountId }) => [id, accountId]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /**
   * Notes that an operator has seen to it, and how. Repeating it changes nothing: what the first one wrote stands.
   *
   * @throws {Problem} `insufficient_scope`, `operator_exception_not_found`, `validation_failed`
   */
  async resolve(principal: Principal, id: string, written: string): Promise<OperatorExceptionRow> {
    requireRole(principal, 'operator');
    const { resolution } = checkedBody(resolveBody, { resolution: written });
    if (!isId(id)) throw new Problem('operator_exception_not_found');
    const { db, clock } = this.#parts;
    return db.transaction(async (tx) => {
      const resolvedAt = isoInstant(clock.now());
      const models = tx.models(principal);
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
}
