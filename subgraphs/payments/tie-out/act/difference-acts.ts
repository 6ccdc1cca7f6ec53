import { z } from 'zod';
import { recordAudit } from '../../../../core/audit/record.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { type PlainText, plainProse } from '../../../../core/contract/stored-text.js';
import { text } from '../../../../core/contract/text.js';
import type { Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId, newId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { readPayment } from '../../collected/payment/collected-payment.reads.store.js';
import { queueAccountImport } from '../../collected/posting/enqueue-outcome-lookup.js';
import { insertReversal, settleReversed } from '../../collected/reversal/reversal.store.js';
import { exceptionById, lockException } from '../../exceptions/operator-exception.reads.store.js';
import { isSettled } from '../difference/difference-status.js';
import { differencesById, type TieOutDifferenceRow } from '../difference/tie-out-difference.reads.store.js';
import { enqueueAct } from './enqueue-act.js';
import { type ActPlan, planOf } from './plan-action-on-difference.js';
import { isDone } from './possible-actions.js';
import { type ActKind, accountOfLoan, insertAct, lastActs, type TieOutActRow } from './tie-out-act.store.js';

export interface ActRequest {
  readonly kind: ActKind;
  /** `factsVersion` of the difference as the operator read it. */
  readonly factsVersion: string;
  readonly reason: string;
}

const body = z.object({
  factsVersion: text({ minimum: 1, maximum: 64 }),
  reason: plainProse({ minimum: 1, maximum: 500 }),
});

/** Operators' actions on differences at a loan system: decided here, once, and carried out by the worker. */
export class DifferenceActs {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /** The last action on each difference, in the order of `ids`; null: none. */
  async last(principal: Principal, ids: readonly string[]): Promise<readonly (TieOutActRow | null)[]> {
    requireRole(principal, 'viewer');
    const rows = await this.parts.db.many(principal, lastActs, { ids });
    const byId = new Map(rows.map((row) => [row.differenceId, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /**
   * Posts or reverses what differs. A repeated request changes nothing until another comparison has found the
   * difference again.
   *
   * @throws {Problem} `insufficient_scope`, `operator_exception_not_found`, `operator_exception_resolved`,
   * `difference_changed`, `difference_act_refused`, `validation_failed`
   */
  async act(principal: Principal, id: string, request: ActRequest): Promise<TieOutDifferenceRow> {
    requireRole(principal, 'supervisor');
    const { factsVersion, reason } = checkedBody(body, {
      factsVersion: request.factsVersion,
      reason: request.reason,
    });
    if (!isId(id)) throw new Problem('operator_exception_not_found');
    return this.parts.db.transaction(async (tx) => {
      const difference = await this.#locked(tx, principal, id);
      const [last = null] = await tx.many(principal, lastActs, { ids: [id] });
      if (last?.kind === request.kind && isDone(difference, last)) return difference;
      if (isSettled(difference.status)) throw new Problem('operator_exception_resolved');
      if (difference.factsVersion !== factsVersion) throw new Problem('difference_changed');
      const plan = isDone(difference, last) ? undefined : planOf(difference);
      if (plan?.kind !== request.kind) throw new Problem('difference_act_refused');
      await this.#begin(tx, principal, difference, plan, reason);
      return difference;
    });
  }

  /** Locks the difference's exception: of two operators the second sees the first one's action. */
  async #locked(tx: Transaction, principal: Principal, id: string): Promise<TieOutDifferenceRow> {
    const found = await exceptionById(tx.models(principal), id);
    if (found === undefined) throw new Problem('operator_exception_not_found');
    await tx.first(principal, lockException, { organizationId: found.organizationId, id });
    const today = servicingDate(this.parts.clock.now());
    const difference = await tx.first(principal, differencesById, { ids: [id], today });
    if (difference === undefined) throw new Problem('operator_exception_not_found');
    return difference;
  }

  async #begin(
    tx: Transaction,
    principal: Principal,
    difference: TieOutDifferenceRow,
    plan: ActPlan,
    reason: PlainText,
  ): Promise<void> {
    const { organizationId, factsVersion } = difference;
    const { kind, amountCents, paymentReference, postingExternalId } = plan;
    const accountId = difference.accountId ?? (await this.#accountOf(tx, principal, difference));
    const key = { id: newId(), organizationId };
    await tx.first(limitToOrganization(principal, organizationId), insertAct, {
      ...key,
      ...{
        differenceId: difference.id,
        kind,
        status: plan.at === 'tributary' ? 'done' : 'pending',
        factsVersion,
        reason,
      },
      ...{ createdBy: principal.actor, accountId, amountCents, paymentReference, postingExternalId },
    });
    if (plan.at === 'tributary')
      await this.#reverseInTributary(tx, principal, { ...key, accountId, paymentReference, reason });
    else await enqueueAct(tx, key, 0);
    await recordAudit(tx, this.parts.clock, principal, {
      action: `tie_out_difference.${kind}`,
      subject: difference.id,
      organizationId,
      before: { kind: difference.kind, side: difference.subject, reference: difference.reference, factsVersion },
      after: { act: key.id, amountCents, reason },
    });
  }

  async #accountOf(tx: Transaction, principal: Principal, difference: TieOutDifferenceRow): Promise<string> {
    const { organizationId, subject: loanSystemCode, theirs, ours } = difference;
    const externalId = loanIn(theirs) ?? loanIn(ours) ?? '';
    const account = await tx.first(principal, accountOfLoan, { organizationId, loanSystemCode, externalId });
    if (account === undefined) throw new Problem('difference_act_refused');
    return account.id;
  }

  /**
   * The loan system has already reversed it: nothing is sent, and the payment is reversed in Tributary as by any
   * reversal.
   */
  async #reverseInTributary(
    tx: Transaction,
    principal: Principal,
    { id, organizationId, accountId, paymentReference: paymentId, reason }: TakenBack,
  ): Promise<void> {
    const scoped = limitToOrganization(principal, organizationId);
    const reversal = {
      paymentId,
      reason,
      isNsf: false,
      reversedBy: principal.actor,
      postingReference: null,
      leaseMs: 0,
    };
    const reserved = await tx.first(scoped, insertReversal, { id, organizationId, ...reversal });
    // Its reversal is in progress, or was made in between.
    if (reserved === undefined) throw new Problem('difference_changed');
    const { referenceNumber } = await readPayment(tx, scoped, paymentId);
    if (referenceNumber === null) throw new Problem('difference_act_refused');
    const reversedAt = isoInstant(this.parts.clock.now());
    await tx.first(scoped, settleReversed, { id, organizationId, reversedAt, referenceNumber });
    await queueAccountImport(tx, { organizationId, accountId });
  }
}

interface TakenBack {
  readonly id: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly paymentReference: string;
  readonly reason: PlainText;
}

function loanIn(facts: object | null): string | undefined {
  const loan: unknown = facts === null ? undefined : Reflect.get(facts, 'loan');
  return typeof loan === 'string' ? loan : undefined;
}
