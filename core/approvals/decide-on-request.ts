import { z } from 'zod';
import { recordAudit } from '../audit/record.js';
import { checkedBody } from '../contract/checked-write.js';
import { REASON_LENGTH } from '../contract/collected-payment.js';
import { maskedName, type PlainText, plainProse } from '../contract/stored-text.js';
import { requireById } from '../db/by-id.js';
import type { Transaction } from '../db/database.js';
import { lockAgainstErasure } from '../erasure/erased-placeholders-and-digests.js';
import { Problem } from '../errors/problem.js';
import { limitToOrganization, type Principal, requireRole } from '../principal/principal.js';
import { OPERATOR_ROLES, type OperatorRole } from '../principal/roles.js';
import type { ServiceParts } from '../service-parts.js';
import { isoInstant } from '../time/dates.js';
import { limitOf } from './act-limits.js';
import { type ApprovalRow, approvalById, endApproval, lockApproval } from './approval-request.store.js';
import { auditedApproval } from './audited-approval.js';
import { enqueueApprovedAct } from './enqueue-approved-act.js';

const rejection = z.strictObject({
  reason: plainProse({ minimum: 1, maximum: REASON_LENGTH }).refine(
    (given) => given.trim() !== '',
    'the reason is blank',
  ),
});

/**
 * Decisions on requests. Each takes the request's lock, so that of two decisions at once the second sees the first one's.
 * A repetition by the same operator returns the request as it is.
 */
export class ApprovalDecider {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /**
   * The act is carried out by the worker: the job is committed together with the approval.
   *
   * @throws {Problem} `insufficient_scope`, `approval_request_not_found`, `approval_by_same_person`,
   *   `approval_request_not_open`, `approval_limit_exceeded`
   */
  approve(principal: Principal, id: string): Promise<ApprovalRow> {
    return this.#locked(principal, id, async (tx, caller, request) => {
      const upTo = await this.#requireDecider(tx, caller, request);
      if (isRepeated(caller, request, ['approved', 'done', 'failed'])) return request;
      this.#requireOpen(request);
      const { organizationId } = request;
      const decision = { ...this.#decidedBy(caller), decidedRole: caller.role ?? null, decidedUpToCents: upTo };
      await tx.models(caller).approvalRequest.update({
        select: { id: true },
        where: { organizationId_id: { organizationId, id } },
        data: { status: 'approved', ...decision },
      });
      const approvedBy = caller.actor;
      await recordAudit(tx, this.parts.clock, caller, auditedApproval('approve', request, { approvedBy }));
      await enqueueApprovedAct(tx, { organizationId, id }, 0);
      return reread(tx, caller, id);
    });
  }

  /** @throws {Problem} as `approve`, and `validation_failed` for the reason */
  reject(principal: Principal, id: string, given: { readonly reason: string }): Promise<ApprovalRow> {
    const { reason } = checkedBody(rejection, given);
    return this.#locked(principal, id, async (tx, caller, request) => {
      await this.#requireDecider(tx, caller, request);
      if (isRepeated(caller, request, ['rejected'])) return request;
      this.#requireOpen(request);
      const { organizationId } = request;
      await tx.models(caller).approvalRequest.update({
        select: { id: true },
        where: { organizationId_id: { organizationId, id } },
        data: { ...this.#decidedBy(caller), decisionReason: reason satisfies PlainText },
      });
      await this.#end(tx, caller, request, 'rejected');
      const rejectedBy = caller.actor;
      await recordAudit(tx, this.parts.clock, caller, auditedApproval('reject', request, { rejectedBy, reason }));
      return reread(tx, caller, id);
    });
  }

  /** @throws {Problem} `approval_request_not_found`, `approval_not_own`, `approval_request_not_open` */
  withdraw(principal: Principal, id: string): Promise<ApprovalRow> {
    return this.#locked(principal, id, async (tx, caller, request) => {
      if (!isSamePerson(caller, request)) throw new Problem('approval_not_own');
      if (request.status === 'withdrawn') return request;
      this.#requireOpen(request);
      await this.#end(tx, caller, request, 'withdrawn');
      await recordAudit(tx, this.parts.clock, caller, auditedApproval('withdraw', request));
      return reread(tx, caller, id);
    });
  }

  async #locked(
    principal: Principal,
    id: string,
    decide: (tx: Transaction, caller: Principal, request: ApprovalRow) => Promise<ApprovalRow>,
  ): Promise<ApprovalRow> {
    requireRole(principal, 'agent');
    const { db } = this.parts;
    const { organizationId } = await requireById(db, principal, approvalById, id, 'approval_request_not_found');
    const caller = limitToOrganization(principal, organizationId);
    return db.transaction(async (tx) => {
      await tx.first(caller, lockAgainstErasure, { organizationId });
      const request = await tx.first(caller, lockApproval, { id, organizationId });
      if (request === undefined) throw new Problem('approval_request_not_found');
      return decide(tx, caller, request);
    });
  }

  /** Another person, whose role may perform the act and whose limit suffices. Returns that limit. */
  async #requireDecider(tx: Transaction, caller: Principal, request: ApprovalRow): Promise<number | null> {
    if (isSamePerson(caller, request)) throw new Problem('approval_by_same_person');
    requireRole(caller, roleOf(request.leastRole));
    const { role } = caller;
    if (role === undefined) throw new Problem('insufficient_scope');
    const { organizationId, act, amountCents } = request;
    const limit = await limitOf(tx, caller, { organizationId, role, act });
    if (limit !== null && amountCents > limit) throw new Problem('approval_limit_exceeded');
    return limit;
  }

  /** A request is over at its expiry, whether or not the job has marked it. */
  #requireOpen({ status, expiresAt }: ApprovalRow): void {
    const isOver = expiresAt <= isoInstant(this.parts.clock.now());
    if (status !== 'open' || isOver)
      throw new Problem('approval_request_not_open', { status: status === 'open' ? 'expired' : status });
  }

  #decidedBy(caller: Principal) {
    return {
      decidedBy: caller.actor,
      decidedByIssuer: caller.issuer ?? null,
      decidedByName: caller.name === undefined ? null : maskedName(caller.name),
      decidedAt: isoInstant(this.parts.clock.now()),
    };
  }

  async #end(tx: Transaction, caller: Principal, { id, organizationId }: ApprovalRow, to: 'rejected' | 'withdrawn') {
    const finishedAt = isoInstant(this.parts.clock.now());
    const ended = { id, organizationId, from: 'open', to, finishedAt, accountId: null, failureCode: null } as const;
    await tx.first(caller, endApproval, ended);
  }
}

/**
 * By the subject alone, in any spelling of its case. One person may hold a session and a token, whose issuers differ; two
 * people with one subject at different issuers cannot approve for each other, which is the safe mistake.
 */
export function isSamePerson({ actor }: Pick<Principal, 'actor'>, { askedBy }: Pick<ApprovalRow, 'askedBy'>): boolean {
  return actor.trim().toLowerCase() === askedBy.trim().toLowerCase();
}

function isRepeated({ actor }: Principal, request: ApprovalRow, statuses: readonly ApprovalRow['status'][]): boolean {
  return request.decidedBy === actor && statuses.includes(request.status);
}

/** @throws {Error} for a role that this version does not know */
export function roleOf(stored: string): OperatorRole {
  const role = OPERATOR_ROLES.find((one) => one === stored);
  if (role === undefined) throw new Error(`unknown role ${stored} of an approval request`);
  return role;
}

async function reread(tx: Transaction, caller: Principal, id: string): Promise<ApprovalRow> {
  return requireById(tx, caller, approvalById, id, 'approval_request_not_found');
}
