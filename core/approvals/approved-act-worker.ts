import { recordAudit } from '../audit/record.js';
import { Problem } from '../errors/problem.js';
import { eachOrganization } from '../jobs/each-organization.js';
import { limitToOrganization, operatorWithRoles, type Principal, systemPrincipal } from '../principal/principal.js';
import type { ServiceParts } from '../service-parts.js';
import { isoInstant } from '../time/dates.js';
import type { ActArguments, ActResult, ActsWithLimits } from './act-with-limit-interface.js';
import {
  type ApprovalRow,
  approvalById,
  dueApprovals,
  endApproval,
  organizationsWithDueApprovals,
} from './approval-request.store.js';
import { auditedApproval } from './audited-approval.js';
import { roleOf } from './decide-on-request.js';
import { type ApprovalKey, enqueueApprovedAct } from './enqueue-approved-act.js';
import { digestOf } from './require-second-person.js';

const APPROVALS = systemPrincipal('approvals');
const approvalsOf = ({ organizationId }: ApprovalKey) => limitToOrganization(APPROVALS, organizationId);

const LOOK_AGAIN_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
const AT_A_TIME = 200;
/** Refusals that pass by themselves. */
const PASSING = ['idempotency_in_progress', 'test_clock_advancing', 'rate_limited'];
/** How long a loan system that cannot be reached is tried for. */
const TRIED_FOR_MS = 24 * 3_600_000;

export interface ApprovedActParts extends Pick<ServiceParts, 'db' | 'clock' | 'logger'> {
  /** Of every subgraph. */
  readonly acts: ActsWithLimits;
}

/**
 * Carries out approved acts, as if the approver had called the mutation. The Idempotency-Key follows from the request's
 * id, so the act is done once, however often a worker dies or two workers try.
 */
export class ApprovedActWorker {
  constructor(private readonly parts: ApprovedActParts) {}

  async work(key: ApprovalKey): Promise<void> {
    const { db } = this.parts;
    const request = await db.first(approvalsOf(key), approvalById, { id: key.id });
    if (request?.status !== 'approved') return;
    const approver = approverOf(request);
    const result = await this.#perform(approver, request);
    if (result === 'later') return enqueueApprovedAct(db, key, this.#pauseAfter(request));
    await this.#finish(approver, request, result);
  }

  /** Ends requests that have expired, and queues approved acts whose job was lost. Runs every minute. */
  async watchDue(): Promise<void> {
    await eachOrganization(this.parts, {
      principal: APPROVALS,
      due: organizationsWithDueApprovals,
      parameters: { now: this.#now() },
      work: (principal) => this.#watchDueOf(principal),
    });
  }

  async *#watchDueOf(principal: Principal): AsyncGenerator<void, void> {
    const { db } = this.parts;
    for (const { status, ...key } of await db.many(principal, dueApprovals, { now: this.#now(), limit: AT_A_TIME })) {
      if (status === 'approved') await enqueueApprovedAct(db, key, 0, 'kept');
      else await this.#expire(principal, key);
      yield;
    }
  }

  async #expire(principal: Principal, key: ApprovalKey): Promise<void> {
    const ended = { from: 'open', to: 'expired', finishedAt: this.#now(), accountId: null, failureCode: null } as const;
    await this.parts.db.transaction(async (tx) => {
      const expired = await tx.first(principal, endApproval, { ...key, ...ended });
      if (expired !== undefined) await recordAudit(tx, this.parts.clock, principal, auditedApproval('expire', expired));
    });
  }

  /** As long again as it has been tried, ten minutes at most. */
  #pauseAfter(request: ApprovalRow): number {
    return Math.min(Math.max(LOOK_AGAIN_MS, this.#triedForMs(request)), LONGEST_PAUSE_MS);
  }

  #triedForMs({ decidedAt }: ApprovalRow): number {
    return this.parts.clock.now().epochMilliseconds - Date.parse(decidedAt ?? '');
  }

  /** The act's own refusals are its result: the loan may have changed since it was asked for. */
  async #perform(approver: Principal, request: ApprovalRow): Promise<ActResult | Problem | 'later'> {
    const declared = this.parts.acts[request.mutation];
    if (declared === undefined) throw new Error(`the mutation ${request.mutation} has no amount`);
    const args = argumentsOf(request);
    try {
      const amountCents = (await declared.subjectOf(approver, args))?.amountCents ?? 0;
      const { decidedUpToCents: upTo } = request;
      if (upTo !== null && amountCents > upTo) return new Problem('approval_limit_exceeded');
      const result = await declared.perform(approver, args, request);
      return result.isFinal ? result : 'later';
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return this.#afterRefusal(request, error);
    }
  }

  #afterRefusal(request: ApprovalRow, problem: Problem): Problem | 'later' {
    if (PASSING.includes(problem.code)) return 'later';
    if (problem.status < 500) return problem;
    // Any other failure leaves the outcome unknown; this one says that nothing was posted.
    if (problem.code !== 'posting_unavailable') return 'later';
    return this.#triedForMs(request) > TRIED_FOR_MS ? problem : 'later';
  }

  async #finish(approver: Principal, request: ApprovalRow, result: ActResult | Problem): Promise<void> {
    const { id, organizationId } = request;
    const failureCode = result instanceof Problem ? reasonOf(result) : (result.failureCode ?? null);
    const accountId = result instanceof Problem ? null : result.accountId;
    const to = failureCode === null ? 'done' : 'failed';
    await this.parts.db.transaction(async (tx) => {
      const ended = { id, organizationId, from: 'approved', to, finishedAt: this.#now() } as const;
      const finished = await tx.first(approver, endApproval, { ...ended, accountId, failureCode });
      if (finished === undefined) return;
      const more = { approvedBy: approver.actor, status: to, failureCode };
      await recordAudit(tx, this.parts.clock, approver, auditedApproval('finish', finished, more));
    });
  }

  #now() {
    return isoInstant(this.parts.clock.now());
  }
}

/** The approver with the role at the time of the approval. The request's id joins the act's audit entry to the request. */
function approverOf({ id, organizationId, decidedBy, decidedByIssuer, decidedByName, decidedRole }: ApprovalRow) {
  if (decidedBy === null || decidedRole === null) throw new Error(`approval request ${id} has no approver`);
  const operator = {
    kind: 'operator',
    actor: decidedBy,
    ...(decidedByIssuer !== null && { issuer: decidedByIssuer }),
    ...(decidedByName !== null && { name: decidedByName }),
    requestId: id,
  } as const;
  return operatorWithRoles(operator, { [organizationId]: roleOf(decidedRole) });
}

/** @throws {Error} when the stored input is not the one that was approved */
function argumentsOf({ id, mutation, input, inputDigest }: ApprovalRow): ActArguments {
  const args: ActArguments = { ...input };
  if (!digestOf(mutation, args).equals(inputDigest)) throw new Error(`the input of approval request ${id} has changed`);
  // The digest is not shown, so no client can send this key.
  return { ...args, idempotencyKey: `approval:${id}:${inputDigest.toString('hex').slice(0, 32)}` };
}

/** The reason that an error code stands for, where it has one. */
function reasonOf({ code, fields }: Problem): string {
  const { reason } = fields;
  return typeof reason === 'string' ? reason : code;
}
